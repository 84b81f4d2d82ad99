import type { Locator } from '@playwright/test';

/** Counts what a person does: each press of the mouse, also into a field that has not the caret, and each field that is typed into. */
export class Steps {
  clicks = 0;
  fields = 0;

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async type(field: Locator, words: string): Promise<void> {
    this.fields += 1;
    await field.waitFor();
    const isThere = await field.evaluate((element) => element === document.activeElement);
    if (!isThere) await this.click(field);
    await field.fill(words);
  }
}
