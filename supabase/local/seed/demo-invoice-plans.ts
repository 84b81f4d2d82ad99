import { addDays, addMonths, dayOf, daysBetween, daysInMonth, startOfMonth } from '#domain/dates/calendar.ts';
import { periodEnd } from '#domain/recurring/recurrence.ts';
import { demoMonths, sizeIn } from './demo-calendar.ts';
import type { DemoCompany, DemoProduct, InvoiceSeries } from './demo-company.ts';
import { generatedPeriods, ruleOf } from './demo-series.ts';
import type { SeededRandom } from './seeded-random.ts';

export const DUE_DAYS = 14;

export type Line = {
  readonly product: DemoProduct;
  readonly quantity: number;
  readonly unit_price?: number;
  readonly description?: string;
  readonly discount_percent?: number;
};
export type Plan = {
  readonly customer: string;
  readonly date: string;
  readonly lines: readonly Line[];
  readonly status: 'draft' | 'issued' | 'cancelled';
  /** Share of the gross amount that was paid; `rounded_up`: the next full hundred. */
  readonly paid?: number | 'rounded_up';
  /** What it was generated from. */
  readonly generated?: { readonly series: InvoiceSeries; readonly period: string; readonly until: string };
};

function lineOf(product: DemoProduct, random: SeededRandom): Line {
  const [, unit, , , [from, to]] = product;
  const step = unit === 'h' ? 4 : 1;
  const quantity = Math.round(random.between(from, to) * step) / step;
  return { product, quantity, discount_percent: random.next() < 0.1 ? 5 : 0 };
}

/** How much of an invoice of that age was usually paid by now: everybody pays in the end, few before they must. */
function usuallyPaid(age: number, random: SeededRandom): number {
  const chance = random.next();
  if (age < 6) return 0;
  if (age <= DUE_DAYS) return chance < 0.45 ? 1 : 0;
  return age > 30 || chance < 0.85 ? 1 : 0;
}

function regularPlans(company: DemoCompany, today: string, random: SeededRandom): Plan[] {
  return demoMonths(today).flatMap((first) =>
    Array.from({ length: Math.round(company.invoicesPerMonth * sizeIn(first, today)) }, (_, i): Plan => {
      const { year, month } = dayOf(first);
      const date = addDays(first, Math.floor(random.between(0, daysInMonth(year, month))));
      const lines = Array.from({ length: 2 + (i % 2) }, () => lineOf(random.pick(company.products), random));
      const [customer] = random.pick(company.customers.filter(([, , , more]) => more?.vat_id !== ''));
      return { customer, date, lines, status: 'issued', paid: usuallyPaid(daysBetween(date, today), random) };
    }),
  );
}

const named = (company: DemoCompany, name: string): DemoProduct => {
  const product = company.products.find(([its]) => its === name);
  if (!product) throw new Error(`${company.name} does not sell ${name}.`);
  return product;
};

export const linesOfSeries = (company: DemoCompany, { lines }: InvoiceSeries): Line[] =>
  lines.map(({ product, ...line }) => ({ ...line, product: named(company, product) }));

function generatedPlans(company: DemoCompany, today: string, random: SeededRandom): Plan[] {
  return company.invoiceSeries.flatMap((series) =>
    generatedPeriods(series, today).map((period, i, all): Plan => {
      const lines = linesOfSeries(company, series);
      const generated = { series, period, until: periodEnd(ruleOf(series, today), period) };
      const isOpen = i === all.length - 1 && (series.lacks !== undefined || (!series.isIssued && daysBetween(period, today) <= 3));
      const date = period < today ? period : today;
      if (isOpen) return { customer: series.customer, date, lines, generated, status: 'draft' };
      return { customer: series.customer, date, lines, generated, status: 'issued', paid: usuallyPaid(daysBetween(date, today), random) };
    }),
  );
}

/** What lists, sums and documents have to cope with: every age, every state, many lines, thirds. */
function edgePlans(company: DemoCompany, today: string, random: SeededRandom): Plan[] {
  const { customers, products, timesheet } = company;
  const [first = [''], second = first, third = first] = customers;
  const [product] = products;
  if (!product) return [];
  const say = (de: string, en: string): string => (company.country === 'GB' ? en : de);
  const ago = (days: number, customer: readonly [string, ...unknown[]], paid: Plan['paid']): Plan => ({
    customer: customer[0],
    date: addDays(today, -days),
    status: 'issued',
    paid: paid ?? 0,
    lines: [lineOf(product, random)],
  });
  const thirds = [1, 2, 3].map((part) => ({
    product,
    quantity: 1,
    unit_price: 33.33,
    description: say(`Bildrechte, Rate ${part} von 3`, `Picture rights, instalment ${part} of 3`),
  }));
  const worked = named(company, timesheet.product);
  const hours = Array.from({ length: timesheet.lines }, (_, i): Line => ({
    product: worked,
    quantity: ((i % 5) + 2) / 4,
    description: timesheet.works[i % timesheet.works.length] ?? timesheet.product,
  }));
  return [
    { customer: first[0], date: addDays(addMonths(startOfMonth(today), -1), 9), status: 'issued', paid: 0.3, lines: thirds },
    ago(24, second, 0),
    ago(25, first, 'rounded_up'),
    ago(58, third, 0),
    ago(87, second, 0.5),
    ago(128, first, 0),
    {
      ...ago(12, first, 0),
      status: 'cancelled',
      lines: [lineOf(product, random), { product, quantity: -1, unit_price: 5, description: say('Nachlass', 'Allowance') }],
    },
    { customer: second[0], date: addDays(today, -3), status: 'issued', paid: 0, lines: hours },
    { customer: first[0], date: addDays(today, -1), status: 'draft', lines: [lineOf(product, random)] },
    { customer: second[0], date: today, status: 'draft', lines: hours.slice(0, 3) },
  ];
}

/** Everything that a company sold or is about to sell, oldest first. */
export function invoicePlans(company: DemoCompany, today: string, random: SeededRandom): Plan[] {
  const plans = [...regularPlans(company, today, random), ...generatedPlans(company, today, random), ...edgePlans(company, today, random)];
  return plans.filter(({ date }) => date <= today).toSorted((a, b) => a.date.localeCompare(b.date));
}
