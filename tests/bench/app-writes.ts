import type { Page } from '@playwright/test';
import { ExpenseForm } from '#tests/e2e/pages/expense-form.ts';

export type WriteTimes = { readonly sameTab: number[]; readonly otherTab: number[]; readonly otherDevice: number[] };
/** Who writes, and who else shows the list. */
type Screens = { readonly writer: Page; readonly tab?: Page; readonly device?: Page };

export const FIRST_ROW = '[data-index="0"]';

/** Captures an expense of today, so that it stands first in every list; the others show theirs. A second one of the same amount would be asked about. */
export async function captureFirst([writer, ...others]: readonly [Page, ...Page[]], description: string, amount = '12.50'): Promise<void> {
  const form = new ExpenseForm(writer);
  await form.openNew();
  await form.fill({ amount, description });
  await form.save();
  await writer.waitForURL(/\/finance\/expenses\/[0-9a-f-]{36}$/);
  for (const page of others) await page.locator(FIRST_ROW).getByText(description).first().waitFor();
}

/** Edits the expense that the writer has open, and notes when each screen has painted it, from the press of the button. */
export async function timeWrites(screens: Screens, runs: number, text = 'Bench number'): Promise<WriteTimes> {
  const times: WriteTimes = { sameTab: [], otherTab: [], otherDevice: [] };
  for (let run = -1; run < runs; run += 1) {
    const { pressed, same, tab, device } = await oneWrite(screens, `${text} ${run + 1}`);
    if (run < 0) continue;
    times.sameTab.push(same - pressed);
    times.otherTab.push(tab - pressed);
    times.otherDevice.push(device - pressed);
  }
  return times;
}

async function oneWrite({ writer, tab, device }: Screens, text: string) {
  const form = new ExpenseForm(writer);
  await writer.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await form.description.fill(text);
  const inDetail = writer.evaluate(
    (wanted) =>
      window.probe.shown(
        () => !location.pathname.endsWith('/edit') && (document.querySelector('main')?.textContent.includes(wanted) ?? false),
      ),
    text,
  );
  const inList = [tab, device].map((page) =>
    page?.evaluate(({ row, wanted }) => window.probe.shown(() => document.querySelector(row)?.textContent.includes(wanted) ?? false), {
      row: FIRST_ROW,
      wanted: text,
    }),
  );
  const shown = Promise.all([inDetail, ...inList]);
  shown.catch(() => undefined); // should an earlier step fail, that is the failure to tell
  for (const page of [writer, tab, device]) await page?.evaluate(() => null);
  // Whoever saves has stopped typing: the draft is on the device by then.
  await writer.waitForTimeout(400);
  await form.save();
  const [same, inTab = Number.NaN, inDevice = Number.NaN] = await shown;
  const pressed = await writer.evaluate(() => window.probe.lastInput());
  return { pressed, same, tab: inTab, device: inDevice };
}
