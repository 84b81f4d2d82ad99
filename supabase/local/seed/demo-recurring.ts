import { calendarDay } from '#platform/clock/clock.ts';
import { taxInGross } from '#domain/money/money.ts';
import { currencyWith, type DemoCompany, type ExpenseSeries, type InvoiceSeries } from './demo-company.ts';
import { linesOfSeries } from './demo-invoice-plans.ts';
import { lineColumns, taxModeFor } from './demo-invoices.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { scheduleColumns } from './demo-series.ts';
import { documentTexts } from './demo-texts.ts';
import type { SeededRandom } from './seeded-random.ts';

type Row = Record<string, unknown>;
/** Who sells to whom, and ids by name: of vendors, customers, products, categories and series. */
type Setting = {
  readonly company: DemoCompany;
  readonly ids: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  readonly now: Date;
  readonly random: SeededRandom;
};
export type DemoRecurring = { readonly invoices: readonly Row[]; readonly items: readonly Row[]; readonly expenses: readonly Row[] };

function invoiceRow(series: InvoiceSeries, { company, ids }: Setting, today: string): Row & { id: string | undefined } {
  return {
    id: ids.get(series.name),
    company_id: company.id,
    created_by: DEMO_PEOPLE.demo.id,
    name: series.name,
    customer_id: ids.get(series.customer),
    ...scheduleColumns(series, today),
    currency: currencyWith(company, series.customer),
    ...documentTexts(company, series.customer),
    tax_mode: taxModeFor(series.customer, company),
    generate_as: series.isIssued ? 'ready_to_issue' : 'draft',
    generation_error: series.lacks === undefined ? '' : `cannot_issue:${series.lacks}`,
  };
}

function expenseRow(series: ExpenseSeries, { company, ids, categories }: Setting, today: string): Row {
  const { vendor, category, amount, taxRate } = series;
  return {
    id: ids.get(series.name),
    company_id: company.id,
    created_by: DEMO_PEOPLE.demo.id,
    ...scheduleColumns(series, today),
    vendor_id: ids.get(vendor) ?? null,
    category_id: categories.get(category) ?? null,
    description: series.name,
    amount,
    currency: currencyWith(company, vendor),
    tax_rate: taxRate === 0 ? null : taxRate,
    tax_amount: taxInGross(amount, taxRate, currencyWith(company, vendor)),
    payment_method: series.method ?? '',
    is_billable: false,
    is_reimbursable: false,
  };
}

/** A company's recurring invoices and expenses; the database works out their next dates from what they have generated. */
export function demoRecurring(setting: Setting): DemoRecurring {
  const { company, ids, now, random } = setting;
  const today = calendarDay(now, company.timezone);
  const invoices = company.invoiceSeries.map((series) => invoiceRow(series, setting, today));
  const items = company.invoiceSeries.flatMap((series) =>
    linesOfSeries(company, series).map((line, i) => ({
      id: random.uuid(now),
      company_id: company.id,
      recurring_invoice_id: ids.get(series.name),
      ...lineColumns(line, ids, i + 1),
    })),
  );
  return { invoices, items, expenses: company.expenseSeries.map((series) => expenseRow(series, setting, today)) };
}
