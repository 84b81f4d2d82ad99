import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#domain/dates/calendar.ts';
import { isUpcoming, nextGenerationDate, UPCOMING_DAYS } from '#domain/recurring/recurrence.ts';
import { ageOf } from '#domain/reports/ageing.ts';
import { DEMO_COMPANIES } from './demo-companies.ts';
import { demoExpenses } from './demo-expenses.ts';
import { invoicePlans } from './demo-invoice-plans.ts';
import { demoInvoices } from './demo-invoices.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { generatedPeriods, ruleOf, scheduleColumns, type Series } from './demo-series.ts';
import { seededRandom } from './seeded-random.ts';

const DAYS = ['2026-01-01', '2026-01-31', '2026-02-28', '2026-03-31', '2027-12-31', '2028-02-28', '2028-02-29', '2028-03-01', '2032-10-30'];
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** Where a series stands, as the database will work it out. */
function standing(series: Series, today: string) {
  const generated = generatedPeriods(series, today);
  const { is_active, auto_generate, lead_days } = scheduleColumns(series, today);
  const rule = { ...ruleOf(series, today), last_generated: generated.at(-1) ?? null };
  const next_generation = nextGenerationDate(rule);
  const item = { is_active, next_generation, end_date: rule.end_date };
  const isOver = rule.end_date !== null && next_generation > rule.end_date;
  return { generated, item, isWaiting: is_active && !isOver && addDays(next_generation, -lead_days) <= today, auto_generate };
}

test('whatever the day is, each series has a history, only those of a person wait, and some come soon', () => {
  const days = Array.from({ length: 250 }, (_, i) => addDays('2027-12-15', i));
  for (const today of days) {
    for (const { name, invoiceSeries, expenseSeries } of DEMO_COMPANIES) {
      const said = `${name} ${today}`;
      for (const [list, soon] of [
        [invoiceSeries, UPCOMING_DAYS.recurring_invoices],
        [expenseSeries, UPCOMING_DAYS.recurring_expenses],
      ] as const) {
        const all = list.map((series) => standing(series, today));
        expect(
          all.every(({ generated }) => generated.length > 0),
          said,
        ).toBe(true);
        expect(
          all.filter(({ isWaiting }) => isWaiting).map(({ auto_generate }) => auto_generate),
          said,
        ).toEqual([false]);
        expect(
          all.some(({ item }) => isUpcoming(item, today, soon)),
          said,
        ).toBe(true);
      }
    }
  }
});

describe.each(DAYS)('the demo on %s', (today) => {
  test.each(DEMO_COMPANIES.map((company) => [company.name, company] as const))(
    '%s has open invoices of every age and nothing from tomorrow',
    (_, company) => {
      const plans = invoicePlans(company, today, seededRandom(1));
      const open = plans.filter(({ status, paid = 0 }) => status === 'issued' && (paid === 0 || paid === 0.5));
      expect(new Set(open.map(({ date }) => ageOf(addDays(date, 14), today)))).toEqual(
        new Set(['not_due', '1_30', '31_60', '61_90', 'over_90']),
      );
      expect(plans.every(({ date }) => date <= today)).toBe(true);
      const now = noon(today);
      const { invoices, payments } = demoInvoices({ company, ids: new Map(), now, random: seededRandom(2) });
      const expenses = demoExpenses(company, now, seededRandom(3));
      const instants = [...invoices, ...payments, ...expenses].flatMap((row) => {
        const { created_at, sent_at, decided_at } = row as Record<string, string | null>;
        return [created_at, sent_at, decided_at].filter((at) => typeof at === 'string');
      });
      expect(instants.filter((at) => Date.parse(at) > now.getTime())).toEqual([]);
      expect(expenses.filter(({ expense_date, paid_on }) => expense_date > today || (paid_on ?? '') > today)).toEqual([]);
    },
  );

  test('colleagues wait for a decision of the last days, and know why something was rejected', () => {
    const [nordlicht] = DEMO_COMPANIES;
    const expenses = nordlicht ? demoExpenses(nordlicht, noon(today), seededRandom(4)) : [];
    const waiting = expenses.filter(({ status }) => status === 'pending');
    expect(waiting.every(({ expense_date }) => daysBetween(expense_date, today) < 10)).toBe(true);
    for (const person of ['employee', 'approver'] as const)
      expect(waiting.some(({ created_by }) => created_by === DEMO_PEOPLE[person].id)).toBe(true);
    const rejected = expenses.filter(({ status }) => status === 'rejected');
    expect(rejected.every(({ rejection_reason }) => rejection_reason !== '')).toBe(true);
    expect(rejected.filter(({ created_by }) => created_by === DEMO_PEOPLE.demo.id)).toHaveLength(1);
  });
});

test('the same day makes the same demo', () => {
  const once = () => DEMO_COMPANIES.map((company) => demoExpenses(company, noon('2026-03-31'), seededRandom(5)));
  expect(once()).toEqual(once());
});
