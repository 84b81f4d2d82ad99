import { addDays, addMonths, daysBetween, daysInMonth, dayOf, startOfMonth } from '#domain/dates/calendar.ts';
import { dateIn } from '#domain/dates/today.ts';
import { roundedTo, taxInGross } from '#domain/money/money.ts';
import type { DemoCompany, Habit } from './demo-company.ts';
import { DEMO_PEOPLE, type DemoPerson } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

export type DemoExpense = {
  readonly id: string;
  readonly vendor: string;
  readonly category: string;
  readonly customer: string | null;
  readonly created_by: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly tax_rate: number | null;
  readonly tax_amount: number;
  readonly expense_date: string;
  readonly status: 'pending' | 'approved' | 'rejected' | 'reimbursed';
  readonly rejection_reason: string;
  readonly is_billable: boolean;
  readonly is_reimbursable: boolean;
  readonly paid_on: string | null;
  readonly payment_method: string;
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly created_at: string;
};

const MONTHS = 14;
const REASONS = ['Beleg fehlt', 'Doppelt eingereicht', 'Bitte mit Firmenkarte zahlen', 'Privater Anteil nicht ausgewiesen'];

type Occasion = { readonly habit: Habit; readonly date: string; readonly text?: string; readonly amount?: number };

function datesInMonth({ when }: Habit, firstDay: string, random: SeededRandom): string[] {
  const { year, month } = dayOf(firstDay);
  const days = daysInMonth(year, month);
  if ('day' in when) return [addDays(firstDay, Math.min(when.day, days) - 1)];
  const count = Math.floor(when.perMonth) + (random.next() < when.perMonth % 1 ? 1 : 0);
  return Array.from({ length: count }, () => addDays(firstDay, Math.floor(random.between(0, days))));
}

/** The last 29 February: the record that breaks naive year arithmetic. */
function lastLeapDay(today: string): string {
  const { year } = dayOf(today);
  for (let y = year; y > year - 9; y--) {
    if (daysInMonth(y, 2) === 29 && `${y}-02-29` <= today) return `${y}-02-29`;
  }
  throw new RangeError(`No leap day before ${today}`);
}

function edgeOccasions(habit: Habit, today: string): Occasion[] {
  const lastMonth = addMonths(startOfMonth(today), -1);
  const thirds = ['Anteil 1 von 3', 'Anteil 2 von 3', 'Anteil 3 von 3'].map((text) => ({
    habit,
    date: addDays(lastMonth, 9),
    text,
    amount: 33.33,
  }));
  return [...thirds, { habit, date: lastLeapDay(today), text: 'Schaltjahr: 29. Februar' }];
}

function occasionsOf(company: DemoCompany, today: string, random: SeededRandom): Occasion[] {
  const months = Array.from({ length: MONTHS }, (_, i) => addMonths(startOfMonth(today), i + 1 - MONTHS));
  const regular = months.flatMap((first) =>
    company.habits.flatMap((habit) => datesInMonth(habit, first, random).map((date): Occasion => ({ habit, date }))),
  );
  const first = company.habits.find(({ isReimbursable }) => isReimbursable) ?? company.habits[0];
  const all = first ? [...regular, ...edgeOccasions(first, today)] : regular;
  return all.filter(({ date }) => date <= today).toSorted((a, b) => a.date.localeCompare(b.date));
}

/** How an expense of that age usually stands: old ones are done, recent ones wait, a few were refused. */
function statusAt(age: number, habit: Habit, random: SeededRandom): DemoExpense['status'] {
  const isRoutine = 'day' in habit.when;
  const chance = random.next();
  if (!isRoutine && chance < 0.04) return 'rejected';
  if (age <= 3 || (!isRoutine && age <= 18 && chance < 0.6)) return 'pending';
  return habit.isReimbursable && age > 30 ? 'reimbursed' : 'approved';
}

function decisionOf(status: DemoExpense['status'], date: string, author: DemoPerson, today: string, company: DemoCompany) {
  if (status === 'pending') return { decided_by: null, decided_at: null };
  const decider: DemoPerson = author === 'approver' || company.members.approver === undefined ? 'demo' : 'approver';
  const on = addDays(date, Math.min(3, daysBetween(date, today)));
  return { decided_by: DEMO_PEOPLE[decider].id, decided_at: `${on}T10:15:00Z` };
}

/** A company's expenses of the last 14 months, oldest first; the same for the same random source and day. */
export function demoExpenses(company: DemoCompany, now: Date, random: SeededRandom): DemoExpense[] {
  const today = dateIn(company.timezone, now);
  return occasionsOf(company, today, random).map(({ habit, date, text, amount }) => {
    const authors: readonly DemoPerson[] = habit.by ?? ['demo'];
    const author = random.pick(authors);
    const status = statusAt(daysBetween(date, today), habit, random);
    const [from, to = from] = habit.amount;
    const gross = amount ?? roundedTo(random.between(from, to), company.currency);
    const created = new Date(Math.min(now.getTime(), Date.parse(`${date}T08:00:00Z`) + random.between(0, 9 * 3_600_000)));
    return {
      id: random.uuid(created),
      vendor: habit.vendor,
      category: habit.category,
      customer: habit.isBillable && random.next() < 0.7 ? random.pick(company.customers)[0] : null,
      created_by: DEMO_PEOPLE[author].id,
      description: text ?? random.pick(habit.texts),
      amount: gross,
      currency: company.currency,
      tax_rate: habit.taxRate === 0 ? null : habit.taxRate,
      tax_amount: taxInGross(gross, habit.taxRate, company.currency),
      expense_date: date,
      status,
      rejection_reason: status === 'rejected' ? random.pick(REASONS) : '',
      is_billable: habit.isBillable ?? false,
      is_reimbursable: habit.isReimbursable ?? false,
      paid_on: status === 'reimbursed' ? addDays(date, 20) : null,
      payment_method: habit.method ?? '',
      ...decisionOf(status, date, author, today, company),
      created_at: created.toISOString(),
    };
  });
}
