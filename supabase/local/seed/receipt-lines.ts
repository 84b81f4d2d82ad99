import { roundedTo } from '#domain/money/money.ts';
import type { DemoCompany } from './demo-company.ts';
import type { DemoExpense } from './demo-expenses.ts';

/** What stands on a receipt, from top to bottom; amounts on the right. */
export type PaperText = {
  readonly fileName: string;
  readonly from: string;
  readonly place: string;
  readonly to: string;
  readonly title: string;
  readonly date: string;
  readonly rows: readonly (readonly [left: string, right: string])[];
  readonly total: readonly [left: string, right: string];
  readonly thanks: string;
};

const WORDS = {
  de: {
    document: 'Rechnung',
    till: 'Quittung',
    date: 'Datum',
    net: 'Netto',
    vat: 'MwSt.',
    total: 'Gesamt',
    thanks: 'Vielen Dank!',
    journal: 'Lohnjournal',
  },
  en: {
    document: 'Invoice',
    till: 'Receipt',
    date: 'Date',
    net: 'Net',
    vat: 'VAT',
    total: 'Total',
    thanks: 'Thank you!',
    journal: 'Payroll',
  },
} as const;

/** The words of the receipt that comes with an expense. */
export function receiptLines(company: DemoCompany, expense: DemoExpense): PaperText {
  const language = company.country === 'GB' ? 'en' : 'de';
  const words = WORDS[language];
  const { vendor, amount, tax_rate, tax_amount, currency, expense_date, description } = expense;
  const money = (value: number): string =>
    new Intl.NumberFormat(language === 'en' ? 'en-GB' : 'de', { minimumFractionDigits: 2 }).format(roundedTo(value, currency));
  const date = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'de', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(expense_date),
  );
  const kind = vendor === '' ? words.journal : expense.receipt === 'till' ? words.till : words.document;
  const [, place = ''] = company.vendors.find(([name]) => name === vendor) ?? [];
  const taxed: [string, string][] = [
    [words.net, money(amount - tax_amount)],
    [`${words.vat} ${tax_rate} %`, money(tax_amount)],
  ];
  return {
    fileName: `${kind} ${(vendor || company.name).slice(0, 40).trim()} ${expense_date}.${expense.receipt === 'till' ? 'png' : 'pdf'}`,
    from: vendor || company.name,
    place,
    to: company.name,
    title: kind,
    date: `${words.date}: ${date}`,
    rows: [[description, money(amount)], ...(tax_rate === null ? [] : taxed)],
    total: [words.total, `${money(amount)} ${currency}`],
    thanks: words.thanks,
  };
}
