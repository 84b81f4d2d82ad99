import { addDays, daysBetween } from '#domain/dates/calendar.ts';
import { calendarDay } from '#platform/clock/clock.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import { roundedTo } from '#domain/money/money.ts';
import type { TaxMode } from '#domain/tax/tax-mode.ts';
import { currencyWith, type DemoCompany } from './demo-company.ts';
import { DUE_DAYS, invoicePlans, type Line, type Plan } from './demo-invoice-plans.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';
import { documentTexts } from './demo-texts.ts';

type Row = Record<string, unknown>;
export type DemoInvoices = { readonly invoices: readonly Row[]; readonly items: readonly Row[]; readonly payments: readonly Row[] };

/** Who sells to whom, and ids by name: of customers, products and series. */
type Setting = {
  readonly company: DemoCompany;
  readonly ids: ReadonlyMap<string, string>;
  readonly now: Date;
  readonly random: SeededRandom;
};

/** So long before now ends what the demo has lived through. */
const LATEST_MS = 30 * 60_000;
const MINUTE_MS = 60_000;

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** The person who does the books; an owner alone does them herself. */
const bookkeeper = ({ members }: DemoCompany, random: SeededRandom): string =>
  DEMO_PEOPLE[members.accountant !== undefined && random.next() < 0.7 ? 'accountant' : 'demo'].id;

export const lineColumns = (line: Line, ids: ReadonlyMap<string, string>, position: number) => ({
  position,
  product_id: ids.get(line.product[0]) ?? null,
  description: line.description ?? line.product[0],
  unit: line.product[1],
  quantity: line.quantity,
  unit_price: line.unit_price ?? line.product[2],
  discount_percent: line.discount_percent ?? 0,
  tax_rate: line.product[3],
});

const itemRows = ({ lines }: Plan, invoiceId: string, { company, ids, random }: Setting, at: Date) =>
  lines.map((line, i) => ({ id: random.uuid(at), company_id: company.id, invoice_id: invoiceId, ...lineColumns(line, ids, i + 1) }));

export const taxModeFor = (customer: string, { taxMode, reverseChargeCustomers = [] }: DemoCompany): TaxMode =>
  reverseChargeCustomers.includes(customer) ? 'reverse_charge' : (taxMode ?? 'standard');

/** When a document was begun and, if it was, sent: the daily run works at night, people in the morning. */
function timesOf({ date, generated, status }: Plan, { now, random }: Setting) {
  const latest = now.getTime() - LATEST_MS;
  const begun = Date.parse(`${date}T${generated ? '00:07' : '08:30'}:00Z`) + (generated ? 0 : random.between(0, 90) * MINUTE_MS);
  const at = new Date(Math.min(latest - 20 * MINUTE_MS, begun));
  const sentAt = generated && !generated.series.isIssued ? Date.parse(`${date}T08:46:00Z`) : at.getTime() + 9 * MINUTE_MS;
  const isSent = status !== 'draft' && random.next() < 0.9;
  return { at, sent_at: isSent ? isoOf(Math.min(latest, sentAt)) : null };
}

function invoiceRow(plan: Plan, setting: Setting): { invoice: Row & { id: string; tax_mode: TaxMode }; at: Date } {
  const { company, ids, random } = setting;
  const { generated, date } = plan;
  const { at, sent_at } = timesOf(plan, setting);
  const invoice = {
    id: random.uuid(at),
    company_id: company.id,
    customer_id: ids.get(plan.customer) ?? null,
    created_by: bookkeeper(company, random),
    document_type: 'invoice',
    cancels_id: null,
    cancelled_by_id: null,
    recurring_invoice_id: generated ? (ids.get(generated.series.name) ?? null) : null,
    recurring_period: generated?.period ?? null,
    status: plan.status,
    delivery: sent_at === null ? 'not_sent' : 'sent',
    sent_at,
    issue_date: plan.status === 'draft' ? null : date,
    due_days: DUE_DAYS,
    service_from: generated?.period ?? addDays(date, -Math.ceil(random.between(1, 12))),
    service_to: generated?.until ?? date,
    currency: currencyWith(company, plan.customer),
    ...documentTexts(company, plan.customer),
    tax_mode: taxModeFor(plan.customer, company),
    created_at: at.toISOString(),
  };
  return { invoice, at };
}

const paidOf = (paid: Plan['paid'] = 0, gross: number, currency: string): number =>
  paid === 'rounded_up' ? Math.floor(gross / 100 + 1) * 100 : roundedTo(gross * paid, currency);

/** A company's invoices of the demo's months with lines and payments, oldest first; the same for the same random source and day. */
export function demoInvoices(setting: Setting): DemoInvoices {
  const { company, now, random } = setting;
  const today = calendarDay(now, company.timezone);
  const rows = { invoices: [] as Row[], items: [] as Row[], payments: [] as Row[] };
  for (const plan of invoicePlans(company, today, random)) {
    const { invoice, at } = invoiceRow(plan, setting);
    const items = itemRows(plan, invoice.id, setting, at);
    rows.items.push(...items);
    const currency = currencyWith(company, plan.customer);
    const { gross_total } = invoiceTotals(items, { currency, taxMode: invoice.tax_mode });
    const amount = paidOf(plan.paid, gross_total, currency);
    if (amount !== 0) rows.payments.push(paymentRow(plan, { id: invoice.id, amount }, setting, today));
    if (plan.status !== 'cancelled') {
      rows.invoices.push({ ...invoice, paid_total: amount });
      continue;
    }
    const cancellation = {
      ...invoice,
      id: random.uuid(at),
      document_type: 'cancellation',
      cancels_id: invoice.id,
      paid_total: 0,
      status: 'issued',
      due_days: 0,
      notes: '',
    };
    rows.invoices.push({ ...invoice, paid_total: 0, cancelled_by_id: cancellation.id }, cancellation);
    rows.items.push(...items.map((item) => ({ ...item, id: random.uuid(at), invoice_id: cancellation.id, quantity: -item.quantity })));
  }
  return rows;
}

function paymentRow(plan: Plan, { id, amount }: { id: string; amount: number }, { company, random, now }: Setting, today: string): Row {
  const paidOn = addDays(plan.date, Math.min(Math.ceil(random.between(2, DUE_DAYS + 6)), daysBetween(plan.date, today)));
  const at = new Date(Math.min(now.getTime() - LATEST_MS / 2, Date.parse(`${paidOn}T07:30:00Z`)));
  return {
    id: random.uuid(at),
    company_id: company.id,
    invoice_id: id,
    amount,
    currency: currencyWith(company, plan.customer),
    payment_date: paidOn,
    method: random.next() < 0.9 ? 'bank_transfer' : 'card',
    created_by: bookkeeper(company, random),
    created_at: at.toISOString(),
  };
}
