import { addDays, addMonths, dayOf, daysBetween, daysInMonth, startOfMonth } from '#domain/dates/calendar.ts';
import { dateIn } from '#domain/dates/today.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import { roundedTo } from '#domain/money/money.ts';
import type { TaxMode } from '#domain/tax/tax-mode.ts';
import type { DemoCompany, DemoProduct } from './demo-company.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

type Row = Record<string, unknown>;
export type DemoInvoices = { readonly invoices: readonly Row[]; readonly items: readonly Row[]; readonly payments: readonly Row[] };

const MONTHS = 14;
const DUE_DAYS = 14;

type Line = {
  readonly product: DemoProduct;
  readonly quantity: number;
  readonly unit_price?: number;
  readonly description?: string;
  readonly discount_percent?: number;
};
type Plan = {
  readonly customer: string;
  readonly date: string;
  readonly lines: readonly Line[];
  readonly status: 'draft' | 'issued' | 'cancelled';
  readonly taxMode?: TaxMode;
  /** Share of the gross amount that was paid; more than 1 overpays. */
  readonly paid?: number;
  readonly notes?: string;
};

/** The last 29 February: the day that breaks naive year arithmetic. */
function lastLeapDay(today: string): string {
  for (let { year } = dayOf(today); ; year--) if (daysInMonth(year, 2) === 29 && `${year}-02-29` <= today) return `${year}-02-29`;
}

function lineOf(product: DemoProduct, random: SeededRandom): Line {
  const [, unit] = product;
  const quantity = unit === 'flat' || unit === 'month' ? 1 : Math.ceil(random.between(0, unit === 'h' ? 24 : 6) * 4) / 4;
  return { product, quantity, discount_percent: random.next() < 0.1 ? 5 : 0 };
}

/** How much of an invoice of that age was usually paid by now. */
function paidAt(age: number, random: SeededRandom): number {
  const chance = random.next();
  if (age < 6) return 0;
  if (age <= DUE_DAYS) return chance < 0.5 ? 1 : 0;
  if (age <= 60) return chance < 0.7 ? 1 : chance < 0.8 ? 0.5 : 0;
  return chance < 0.97 ? 1 : 0.5;
}

function regularPlans(company: DemoCompany, today: string, random: SeededRandom): Plan[] {
  const months = Array.from({ length: MONTHS }, (_, i) => addMonths(startOfMonth(today), i + 1 - MONTHS));
  return months.flatMap((first) =>
    Array.from({ length: company.invoicesPerMonth }, (): Plan => {
      const { year, month } = dayOf(first);
      const date = addDays(first, Math.floor(random.between(0, daysInMonth(year, month))));
      const lines = Array.from({ length: Math.ceil(random.between(0, 3)) }, () => lineOf(random.pick(company.products), random));
      const [customer] = random.pick(company.customers);
      return { customer, date, lines, status: 'issued', paid: paidAt(daysBetween(date, today), random) };
    }),
  );
}

/** What lists, sums and documents have to cope with. */
function edgePlans({ customers, products, reverseChargeCustomer }: DemoCompany, today: string, random: SeededRandom): Plan[] {
  const [first = [''], second = first] = customers;
  const [product] = products;
  if (!product) return [];
  const lastMonth = addMonths(startOfMonth(today), -1);
  const third: Line = { product, quantity: 1, unit_price: 33.33, description: 'Anteil 1 von 3' };
  const many = Array.from({ length: 40 }, (_, i): Line => ({ product: products[i % products.length] ?? product, quantity: (i % 5) + 0.5 }));
  const plans: Plan[] = [
    {
      customer: first[0],
      date: addDays(lastMonth, 9),
      status: 'issued',
      paid: 0.3,
      lines: [third, { ...third, description: 'Anteil 2 von 3' }, { ...third, description: 'Anteil 3 von 3' }],
    },
    { customer: second[0], date: lastLeapDay(today), status: 'issued', paid: 1, lines: [lineOf(product, random)] },
    { customer: second[0], date: addDays(today, -40), status: 'issued', paid: 0, lines: [lineOf(product, random)] },
    { customer: first[0], date: addDays(today, -25), status: 'issued', paid: 1.1, lines: [lineOf(product, random)] },
    {
      customer: first[0],
      date: addDays(today, -12),
      status: 'cancelled',
      paid: 0,
      lines: [lineOf(product, random), { product, quantity: -1, unit_price: 5, description: 'Gutschrift' }],
    },
    { customer: second[0], date: addDays(today, -3), status: 'issued', paid: 0, lines: many },
    { customer: first[0], date: addDays(today, -1), status: 'draft', lines: [lineOf(product, random)] },
    { customer: second[0], date: today, status: 'draft', lines: many.slice(0, 3) },
  ];
  if (reverseChargeCustomer === undefined) return plans;
  return [
    ...plans,
    {
      customer: reverseChargeCustomer,
      date: addDays(lastMonth, 14),
      status: 'issued',
      paid: 1,
      taxMode: 'reverse_charge',
      lines: [lineOf(product, random)],
    },
  ];
}

/** Who sells to whom, and ids by name. */
type Setting = {
  readonly company: DemoCompany;
  readonly ids: ReadonlyMap<string, string>;
  readonly now: Date;
  readonly random: SeededRandom;
};

function itemRows({ lines }: Plan, invoiceId: string, { company, ids, random }: Setting, at: Date) {
  return lines.map(({ product, quantity, unit_price, description, discount_percent = 0 }, i) => ({
    id: random.uuid(at),
    company_id: company.id,
    invoice_id: invoiceId,
    position: i + 1,
    product_id: ids.get(product[0]) ?? null,
    description: description ?? product[0],
    unit: product[1],
    quantity,
    unit_price: unit_price ?? product[2],
    discount_percent,
    tax_rate: product[3],
  }));
}

function invoiceRow(plan: Plan, { company, ids, random }: Setting, at: Date): Row & { id: string; tax_mode: TaxMode } {
  const isIssued = plan.status !== 'draft';
  const isSent = isIssued && random.next() < 0.9;
  return {
    id: random.uuid(at),
    company_id: company.id,
    customer_id: ids.get(plan.customer) ?? null,
    created_by: DEMO_PEOPLE.demo.id,
    document_type: 'invoice',
    cancels_id: null,
    cancelled_by_id: null,
    status: plan.status,
    delivery: isSent ? 'sent' : 'not_sent',
    sent_at: isSent ? at.toISOString() : null,
    issue_date: isIssued ? plan.date : null,
    due_days: DUE_DAYS,
    service_from: plan.date,
    currency: company.currency,
    language: company.country === 'GB' ? 'en' : 'de',
    notes: company.country === 'GB' ? 'Thank you for your business.' : 'Vielen Dank für Ihren Auftrag.',
    payment_terms: company.country === 'GB' ? 'Payment within 14 days' : 'Zahlbar innerhalb von 14 Tagen',
    tax_mode: plan.taxMode ?? company.taxMode ?? 'standard',
    created_at: at.toISOString(),
  };
}

/** A company's invoices of the last 14 months with lines and payments, oldest first; the same for the same random source and day. */
export function demoInvoices(setting: Setting): DemoInvoices {
  const { company, now, random } = setting;
  const today = dateIn(company.timezone, now);
  const plans = [...regularPlans(company, today, random), ...edgePlans(company, today, random)]
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => a.date.localeCompare(b.date));
  const rows = { invoices: [] as Row[], items: [] as Row[], payments: [] as Row[] };
  for (const plan of plans) {
    const at = new Date(Math.min(now.getTime(), Date.parse(`${plan.date}T09:00:00Z`)));
    const invoice = invoiceRow(plan, setting, at);
    const items = itemRows(plan, invoice.id, setting, at);
    rows.items.push(...items);
    const { gross_total } = invoiceTotals(items, { currency: company.currency, taxMode: invoice.tax_mode });
    const amount = roundedTo(gross_total * (plan.paid ?? 0), company.currency);
    if (amount !== 0) rows.payments.push(paymentRow(plan, { id: invoice.id, amount }, setting, today));
    if (plan.status !== 'cancelled') {
      rows.invoices.push(invoice);
      continue;
    }
    const cancellation = {
      ...invoice,
      id: random.uuid(at),
      document_type: 'cancellation',
      cancels_id: invoice.id,
      status: 'issued',
      due_days: 0,
      notes: '',
    };
    rows.invoices.push({ ...invoice, cancelled_by_id: cancellation.id }, cancellation);
    rows.items.push(...items.map((item) => ({ ...item, id: random.uuid(at), invoice_id: cancellation.id, quantity: -item.quantity })));
  }
  return rows;
}

function paymentRow(plan: Plan, { id, amount }: { id: string; amount: number }, { company, random }: Setting, today: string): Row {
  const paidOn = addDays(plan.date, Math.min(Math.ceil(random.between(2, DUE_DAYS + 6)), daysBetween(plan.date, today)));
  const at = new Date(Date.parse(`${paidOn}T07:30:00Z`));
  return {
    id: random.uuid(at),
    company_id: company.id,
    invoice_id: id,
    amount,
    currency: company.currency,
    payment_date: paidOn,
    method: random.next() < 0.9 ? 'bank_transfer' : 'card',
    created_by: DEMO_PEOPLE.demo.id,
    created_at: at.toISOString(),
  };
}
