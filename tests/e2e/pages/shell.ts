import { LATER } from '#build/later-chunks.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { deviceRows } from '#tests/e2e/support/device-storage.ts';
import { type Language, text } from '#tests/e2e/support/texts.ts';

/** The frame around every signed-in page. */
export class Shell {
  readonly page: Page;
  readonly language: Language;
  /** Says what this device and the server still have to tell each other. */
  readonly chip: Locator;

  constructor(page: Page, language: Language = 'en') {
    this.page = page;
    this.language = language;
    this.chip = page
      .getByRole('banner')
      .getByRole('link', { name: new RegExp(`^${text(language, 'navigation:chip.label').replace('{{state}}', '')}`) });
  }

  async expectAllSynced(): Promise<void> {
    // The chip hears of what a person just did a moment after the page: the storage says whether anything waits.
    await expect.poll(async () => (await deviceRows(this.page, 'outbox').catch(() => null))?.length).toBe(0);
    await expect(this.chip).toHaveAccessibleName(new RegExp(text(this.language, 'navigation:chip.allSynced')));
  }

  async expectWaiting(count: number): Promise<void> {
    const key = `navigation:chip.waiting_${count === 1 ? 'one' : 'other'}`;
    const words = text(this.language, key).replace('{{count}}', String(count));
    await expect(this.chip).toHaveAccessibleName(new RegExp(`(: |· )${words}$`));
  }

  /** Everything of the company and the app itself is on this device: from here on it works without a network. */
  async expectReadyForOffline(): Promise<void> {
    await this.expectAllSynced();
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    });
    // The four fonts of documents, that of further Latin letters and what is seldom asked for come last.
    await expect
      .poll(() => this.page.evaluate(async () => (await (await caches.open('kept-later')).keys()).length))
      .toBeGreaterThanOrEqual(5 + LATER.length);
  }

  async openUserMenu(): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${text(this.language, 'navigation:user.menu')} `) }).click();
  }
}
