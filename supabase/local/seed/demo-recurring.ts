import { addDays, addMonths, daysInMonth, dayOf, startOfMonth } from '#domain/dates/calendar.ts';
import { dateIn } from '#domain/dates/today.ts';
import type { DemoCompany, Habit } from './demo-company.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

type Row = Record<string, unknown>;
/** Who sells to whom, and ids by name: vendors, customers, products and categories. */
type Setting = {
  readonly company: DemoCompany;
  readonly ids: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  readonly now: Date;
  readonly random: SeededRandom;
};
export type DemoRecurring = { readonly invoices: readonly Row[]; readonly items: readonly Row[]; readonly expenses: readonly Row[] };

const MONTHS = 14;
const HABITS = 3;

/** The first day after `today` on which a month has a 31st: the anchor that short months bend. */
function next31st(today: string): string {
  for (let first = startOfMonth(today); ; first = addMonths(first, 1)) {
    const last = addDays(first, 30);
    const { year, month } = dayOf(first);
    if (daysInMonth(year, month) === 31 && last > today) return last;
  }
}

/** The next 29 February: the anchor that comes back every four years. */
function nextLeapDay(today: string): string {
  for (let { year } = dayOf(today); ; year++) if (daysInMonth(year, 2) === 29 && `${year}-02-29` > today) return `${year}-02-29`;
}

type Plan = { readonly name: string; readonly start_date: string; readonly interval: string; readonly more?: Row };

/** One that is due, one that comes within a week, the odd anchors, and one that rests. */
function invoicePlans(isGerman: boolean, today: string): Plan[] {
  const say = (de: string, en: string): string => (isGerman ? de : en);
  return [
    {
      name: say('Betreuung, monatlich', 'Monthly care'),
      interval: 'monthly',
      start_date: addDays(today, -2),
      more: { auto_generate: false },
    },
    { name: say('Vierteljahrespauschale', 'Quarterly retainer'), interval: 'quarterly', start_date: addDays(today, 4) },
    { name: say('Zum Monatsende', 'End of the month'), interval: 'monthly', start_date: next31st(today), more: { lead_days: 3 } },
    { name: say('Schalttag', 'Leap day'), interval: 'yearly', start_date: nextLeapDay(today) },
    { name: say('Pausiert bis auf Weiteres', 'On hold'), interval: 'weekly', start_date: addDays(today, -9), more: { is_active: false } },
  ];
}

function invoiceRows({ company, ids, now, random }: Setting, today: string): Pick<DemoRecurring, 'invoices' | 'items'> {
  const isGerman = company.country === 'DE';
  const rows = { invoices: [] as Row[], items: [] as Row[] };
  for (const [i, { name, start_date, interval, more }] of invoicePlans(isGerman, today).entries()) {
    const id = random.uuid(now);
    const [customer = ''] = company.customers[i % company.customers.length] ?? [];
    const [product = '', unit, unit_price, tax_rate] = company.products[i % company.products.length] ?? [];
    rows.invoices.push({
      id,
      company_id: company.id,
      created_by: DEMO_PEOPLE.demo.id,
      created_at: new Date(now.getTime() - (i + 20) * 86_400_000).toISOString(),
      name,
      customer_id: ids.get(customer),
      is_active: true,
      interval,
      start_date,
      currency: company.currency,
      language: isGerman ? 'de' : 'en',
      notes: isGerman ? 'Vielen Dank für Ihren Auftrag.' : 'Thank you for your business.',
      payment_terms: isGerman ? 'Zahlbar innerhalb von 14 Tagen' : 'Payment within 14 days',
      tax_mode: company.taxMode ?? 'standard',
      generate_as: 'draft',
      lead_days: 0,
      auto_generate: true,
      ...more,
    });
    rows.items.push({
      id: random.uuid(now),
      company_id: company.id,
      recurring_invoice_id: id,
      position: 1,
      product_id: ids.get(product),
      description: product,
      unit,
      quantity: 1,
      unit_price,
      discount_percent: 0,
      tax_rate,
    });
  }
  return rows;
}

/** What comes on the same day of every month at the same price has been a series all along. */
const isSeries = ({ when, texts, amount }: Habit): boolean => 'day' in when && texts.length === 1 && amount.length === 1;

function expenseRows({ company, ids, categories, now, random }: Setting, today: string): Row[] {
  const first = addMonths(startOfMonth(today), 1 - MONTHS);
  const row = ({ vendor, category, texts, amount: [amount], taxRate, method, when }: Habit, more: Row = {}): Row => ({
    id: random.uuid(now),
    company_id: company.id,
    created_by: DEMO_PEOPLE.demo.id,
    created_at: new Date(now.getTime() - 400 * 86_400_000).toISOString(),
    vendor_id: ids.get(vendor) ?? null,
    category_id: categories.get(category) ?? null,
    description: texts[0],
    amount,
    currency: company.currency,
    tax_rate: taxRate === 0 ? null : taxRate,
    tax_amount: Math.round((amount - amount / (1 + taxRate / 100)) * 100) / 100,
    payment_method: method ?? '',
    interval: 'monthly',
    start_date: 'day' in when ? addDays(first, when.day - 1) : today,
    is_active: true,
    is_billable: false,
    is_reimbursable: false,
    auto_generate: true,
    lead_days: 0,
    ...more,
  });
  const isGerman = company.country === 'DE';
  const [habit] = company.habits;
  if (!habit) return [];
  const once = (de: string, en: string, amount: number, more: Row): Row =>
    row({ ...habit, texts: [isGerman ? de : en], amount: [amount] }, more);
  return [
    ...company.habits
      .filter(isSeries)
      .slice(0, HABITS)
      .map((each) => row(each)),
    once('Wartung der Heizung', 'Boiler service', 214.2, { interval: 'yearly', start_date: addDays(today, -1), auto_generate: false }),
    once('Haftpflichtversicherung', 'Liability insurance', 178.5, { interval: 'quarterly', start_date: addDays(today, 12) }),
    once('Stellplatz', 'Parking space', 59.5, { start_date: next31st(today) }),
    once('Domainpaket, alle Schaltjahre', 'Leap year domains', 39.9, { interval: 'yearly', start_date: nextLeapDay(today) }),
  ];
}

/** A company's recurring invoices and expenses: due, upcoming, on odd anchors, resting; the same for the same random source and day. */
export function demoRecurring(setting: Setting): DemoRecurring {
  const today = dateIn(setting.company.timezone, setting.now);
  return { ...invoiceRows(setting, today), expenses: expenseRows(setting, today) };
}
