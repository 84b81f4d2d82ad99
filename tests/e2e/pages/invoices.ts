import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Language, text } from '#tests/e2e/support/texts.ts';

const DETAIL = /\/finance\/invoices\/[0-9a-f-]{36}$/;
const TABS_TO_LINES = 20;

/** The list, the editor and the page of an invoice. */
export class Invoices {
  readonly page: Page;
  readonly language: Language;
  readonly main: Locator;
  readonly lines: Locator;

  constructor(page: Page, language: Language = 'en') {
    this.page = page;
    this.language = language;
    this.main = page.getByRole('main');
    this.lines = page.getByRole('group', { name: this.say('section.lines') }).getByRole('listitem');
  }

  private say(key: string, values: Readonly<Record<string, string>> = {}): string {
    return text(this.language, `invoices:${key}`).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  }

  async openList(): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('link', { name: text(this.language, 'entities:invoices.many'), exact: true })
      .first() // the settings have one of this name, too
      .click();
    await expect(this.main.getByRole('heading', { level: 1, name: this.say('title.list') })).toBeVisible();
  }

  async openNew(): Promise<void> {
    await this.openList();
    await this.main
      .getByRole('link', { name: this.say('new') })
      .first()
      .click();
    await expect(this.customer).toBeFocused();
  }

  /** Opens an invoice from the list, found by its number. */
  async open(number: string): Promise<void> {
    await this.openList();
    await this.page.getByRole('searchbox', { name: this.say('search') }).fill(number);
    await this.main.getByRole('row').filter({ hasText: number }).getByRole('link').first().click();
    await this.expectTitle(number);
  }

  get customer(): Locator {
    return this.main.getByRole('textbox', { name: text(this.language, 'customers:select.label'), exact: true });
  }

  /** From the customer's field, where a new invoice starts, to the first line: keys only. */
  async typeCustomer(name: string): Promise<void> {
    await this.page.keyboard.type(name);
    await expect(this.page.getByRole('option', { name })).toBeVisible();
    await this.page.keyboard.press('Enter');
    await expect(this.customer).toHaveValue(name);
    const first = this.cell('description', 1);
    const isThere = () => first.evaluate((cell) => cell === document.activeElement);
    for (let tab = 0; tab < TABS_TO_LINES && !(await isThere()); tab += 1) await this.page.keyboard.press('Tab');
    await expect(first).toBeFocused();
  }

  cell(field: 'description' | 'quantity' | 'unit' | 'unit_price' | 'discount_percent' | 'tax_rate', position: number): Locator {
    return this.main.getByLabel(this.say('line.label', { field: this.say(`line.${field}`), position: String(position) }), { exact: true });
  }

  /** Types a part of a product's name where the focus is and takes what is found. */
  async typeProduct(part: string, name: string): Promise<void> {
    await this.page.keyboard.type(part);
    await expect(this.page.getByRole('option', { name, selected: true })).toBeVisible();
    await this.page.keyboard.press('Enter');
  }

  /** Pastes rows as a spreadsheet puts them on the clipboard. */
  async pasteRows(rows: readonly (readonly string[])[]): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), rows.map((row) => row.join('\t')).join('\n'));
    await this.page.keyboard.press('ControlOrMeta+V');
  }

  /** Saves the draft with the key that does so from any line. */
  async saveWithKeys(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+Enter');
    await expect(this.page).toHaveURL(DETAIL);
  }

  /** A row of the totals: net, a rate of tax or the total. */
  async expectTotal(key: 'net' | 'total', amount: string): Promise<void> {
    const row = this.main.locator('dl > div').filter({ has: this.page.getByText(this.say(`totals.${key}`), { exact: true }) });
    await expect(row).toContainText(amount);
  }

  async expectTax(rate: string, net: string, tax: string): Promise<void> {
    const row = this.main.locator('dl > div').filter({ hasText: this.say('totals.tax', { rate, net }) });
    await expect(row).toContainText(tax);
  }

  async expectTitle(title: string | RegExp): Promise<void> {
    await expect(this.main.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  status(key: string): Locator {
    return this.main.getByText(this.say(`status.${key}`), { exact: true }).first();
  }

  get balance(): Locator {
    return this.main.getByRole('paragraph').filter({ hasText: this.say('totals.open') });
  }

  /** The bytes of the document as a person downloads it. */
  async pdf(which: 'document' | 'slip' = 'document'): Promise<Uint8Array> {
    if (which === 'document') await this.main.getByRole('button', { name: this.say('action.pdf'), exact: true }).click();
    else {
      await this.main.getByRole('button', { name: this.say('action.more') }).click();
      await this.page.getByRole('menuitem', { name: this.say('action.paymentSlip') }).click();
    }
    const dialog = this.page.getByRole('dialog');
    const coming = this.page.waitForEvent('download');
    await dialog.getByRole('link', { name: this.say('pdf.download') }).click();
    const bytes = await readFile(await (await coming).path());
    await this.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    return bytes;
  }

  /** Issues the invoice and answers the number it got. */
  async issue(): Promise<string> {
    await this.main.getByRole('button', { name: this.say('action.issue'), exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: this.say('issue.title') });
    await dialog.getByRole('button', { name: this.say('issue.confirm') }).click();
    await expect(dialog).toHaveCount(0);
    await this.expectTitle(/^INV-/);
    return (await this.main.getByRole('heading', { level: 1 }).textContent()) ?? '';
  }

  /** Records a payment: the amount suggested unless another is given. */
  async recordPayment(amount?: string): Promise<void> {
    await this.main.getByRole('button', { name: this.say('action.recordPayment') }).click();
    const dialog = this.page.getByRole('dialog', { name: text(this.language, 'payments:dialog.record') });
    if (amount) await dialog.getByRole('textbox', { name: text(this.language, 'payments:field.amount') }).fill(amount);
    await dialog.getByRole('button', { name: text(this.language, 'payments:dialog.confirm') }).click();
    await expect(dialog).toHaveCount(0);
  }

  async cancel(number: string): Promise<void> {
    await this.main.getByRole('button', { name: this.say('action.more') }).click();
    await this.page.getByRole('menuitem', { name: this.say('action.cancel') }).click();
    const dialog = this.page.getByRole('dialog', { name: this.say('cancel.title', { number }) });
    await dialog.getByRole('button', { name: this.say('cancel.confirm') }).click();
    await expect(dialog).toHaveCount(0);
  }

  /** The sentence that leads to the document on the other end of a cancellation. */
  linkIn(sentence: 'cancelled' | 'cancellation', number: RegExp | string): Locator {
    const words =
      this.say(`lifecycle.${sentence}`)
        .split(/\s{2,}|\.$/)[0]
        ?.trim() ?? '';
    return this.main.getByRole('paragraph').filter({ hasText: words }).getByRole('link', { name: number });
  }
}
