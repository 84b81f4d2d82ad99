import { expect, type Locator, type Page } from '@playwright/test';
import type { Receipt } from '#tests/e2e/support/receipts.ts';
import { type Language, text } from '#tests/e2e/support/texts.ts';

export type ExpenseEntry = {
  readonly amount: string;
  readonly description: string;
  readonly vendor?: string;
  readonly category?: string;
  readonly receipts?: readonly Receipt[];
};

/** Create Expense and Edit Expense. */
export class ExpenseForm {
  readonly page: Page;
  readonly language: Language;
  readonly amount: Locator;
  readonly description: Locator;

  constructor(page: Page, language: Language = 'en') {
    this.page = page;
    this.language = language;
    this.amount = this.field('expenses:field.amount');
    this.description = this.field('expenses:field.description');
  }

  private field(key: string): Locator {
    return this.page.getByRole('textbox', { name: text(this.language, key) });
  }

  /** Opens the empty form from the list, as a person does; works without a network. */
  async openNew(): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('link', { name: text(this.language, 'entities:expenses.many'), exact: true })
      .click();
    await this.page
      .getByRole('main')
      .getByRole('link', { name: text(this.language, 'expenses:new') })
      .first()
      .click();
    await expect(this.amount).toBeVisible();
  }

  async choose(field: 'vendors:select.label' | 'categories:select.label', name: string): Promise<void> {
    await this.field(field).fill(name);
    await this.page.getByRole('option', { name }).first().click();
  }

  async fill({ amount, description, vendor, category, receipts = [] }: ExpenseEntry): Promise<void> {
    await this.amount.fill(amount);
    if (vendor) await this.choose('vendors:select.label', vendor);
    if (category) await this.choose('categories:select.label', category);
    await this.description.fill(description);
    await this.attach(receipts);
  }

  /** Adds files and waits until each is on the device. */
  async attach(receipts: readonly Receipt[]): Promise<void> {
    if (receipts.length === 0) return;
    await this.page
      .getByLabel(text(this.language, 'expenses:receipt.file'), { exact: true })
      .setInputFiles(receipts.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })));
    for (const receipt of receipts) await expect(this.receipt(receipt)).toBeVisible();
  }

  /** The tile of a receipt; a photo made smaller ends in .jpg. */
  receipt({ name, isLarge }: Receipt): Locator {
    const shown = isLarge ? name.replace(/\.\w+$/, '.jpg') : name;
    return this.page.getByRole('button', { name: text(this.language, 'expenses:receipt.open').replace('{{name}}', shown) });
  }

  async expectDraftKept(): Promise<void> {
    await expect(this.page.getByText(text(this.language, 'common:draft.kept'))).toBeVisible();
  }

  async save(): Promise<void> {
    const labels = ['expenses:form.save', 'expenses:form.saveChanges'].map((key) => text(this.language, key));
    await this.page.getByRole('button', { name: new RegExp(`^(${labels.join('|')})$`) }).click();
  }

  /** Answers the question whether the expense was captured already. */
  async saveAnyway(): Promise<void> {
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: text(this.language, 'expenses:duplicate.anyway') })
      .click();
  }

  /** From the list to the page of what was saved. */
  async record(entry: ExpenseEntry): Promise<void> {
    await this.openNew();
    await this.fill(entry);
    await this.saveAndSee();
  }

  async saveAndSee(): Promise<void> {
    await this.save();
    await this.expectSaved();
  }

  /** The page that shows what was saved. */
  async expectSaved(): Promise<void> {
    await expect(this.page).toHaveURL(/\/finance\/expenses\/[0-9a-f-]{36}$/);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }
}
