import { addDays, dayOf, daysBetween, startOfMonth } from '#domain/dates/calendar.ts';
import { calendarDay } from '#platform/clock/clock.ts';
import { roundedTo, taxInGross } from '#domain/money/money.ts';
import { formatDocumentNumber } from '#domain/numbering/number-format.ts';
import { sizeIn } from './demo-calendar.ts';
import { currencyWith, type DemoCompany } from './demo-company.ts';
import { type Occasion, occasionsOf } from './demo-occasions.ts';
import { DEMO_PEOPLE, type DemoPerson } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

export type DemoExpense = {
  readonly id: string;
  readonly number: string;
  readonly vendor: string;
  readonly category: string;
  readonly customer: string | null;
  /** Name of the series that generated it. */
  readonly series: string | null;
  readonly receipt: 'till' | 'document' | null;
  readonly isConfidential: boolean;
  readonly recurring_period: string | null;
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

/** So long before now ends what the demo has lived through, so that nothing lies in the future. */
const LATEST_MS = 30 * 60_000;
/** What the owner decides on herself. */
const LARGE = 1000;
const REASONS = ['Beleg fehlt.', 'Doppelt eingereicht.', 'Bitte mit der Firmenkarte zahlen.', 'Privater Anteil nicht ausgewiesen.'];
const HOUR_MS = 3_600_000;

/** How an expense of that age usually stands: old ones are done, recent ones wait, a few of other people were refused. */
function usualStatus({ purchase, habit, series }: Occasion, age: number, { author, random }: { author: DemoPerson; random: SeededRandom }) {
  const chance = random.next();
  const isRoutine = series !== undefined || (habit !== undefined && 'day' in habit.when);
  if (!isRoutine && author !== 'demo' && age < 200 && age > 18 && chance < 0.04) return 'rejected';
  if (age <= 2 || (!isRoutine && age <= 9 && chance < 0.35)) return 'pending';
  return purchase.isReimbursable && age > 30 ? 'reimbursed' : 'approved';
}

function decisionOf(status: DemoExpense['status'], { date, amount = 0 }: Occasion, author: DemoPerson, setting: Setting) {
  if (status === 'pending') return { decided_by: null, decided_at: null };
  const isForOwner = author === 'approver' || setting.company.members.approver === undefined || amount > LARGE;
  const on = addDays(date, Math.min(3, daysBetween(date, setting.today)));
  const at = Math.min(setting.latest - 5 * 60_000, Date.parse(`${on}T10:15:00Z`));
  return { decided_by: DEMO_PEOPLE[isForOwner ? 'demo' : 'approver'].id, decided_at: new Date(at).toISOString() };
}

type Setting = {
  readonly company: DemoCompany;
  readonly today: string;
  readonly latest: number;
  readonly random: SeededRandom;
  readonly numberFor: (date: string) => string;
};

function expenseOf(occasion: Occasion, setting: Setting): DemoExpense {
  const { purchase, habit, date, wanted, series = null } = occasion;
  const { company, random, today, latest } = setting;
  const author = wanted?.by ?? random.pick<DemoPerson>(purchase.by ?? ['demo']);
  const status = wanted?.status ?? usualStatus(occasion, daysBetween(date, today), { author, random });
  const size = habit && 'day' in habit.when ? sizeIn(startOfMonth(date), today) : 1;
  const currency = currencyWith(company, purchase.vendor);
  const gross = occasion.amount ?? roundedTo(size * random.between(...(habit?.amount ?? [0, 0])), currency);
  const hour = series === null ? `T08:00:00Z` : 'T00:07:00Z';
  const at = Date.parse(`${date}${hour}`) + (series === null ? random.between(0, 2 * HOUR_MS) : 0);
  const created = new Date(Math.min(latest - 10 * 60_000, at));
  return {
    id: random.uuid(created),
    number: setting.numberFor(date),
    vendor: purchase.vendor,
    category: purchase.category,
    customer: purchase.isBillable && random.next() < 0.7 ? random.pick(company.customers)[0] : null,
    series,
    receipt: purchase.receipt ?? null,
    isConfidential: purchase.isConfidential ?? false,
    recurring_period: series === null ? null : date,
    created_by: DEMO_PEOPLE[author].id,
    description: occasion.text ?? random.pick(habit?.texts ?? ['']),
    amount: gross,
    currency,
    tax_rate: purchase.taxRate === 0 ? null : purchase.taxRate,
    tax_amount: taxInGross(gross, purchase.taxRate, currency),
    expense_date: date,
    status,
    rejection_reason: status === 'rejected' ? (wanted?.reason ?? random.pick(REASONS)) : '',
    is_billable: purchase.isBillable ?? false,
    is_reimbursable: purchase.isReimbursable ?? false,
    paid_on: status === 'reimbursed' ? addDays(date, 20) : null,
    payment_method: purchase.method ?? '',
    ...decisionOf(status, { ...occasion, amount: gross }, author, setting),
    created_at: created.toISOString(),
  };
}

/** Numbers without a gap per year, as the database would give them. */
function numbers(): (date: string) => string {
  const last = new Map<number, number>();
  return (date) => {
    const { year } = dayOf(date);
    const number = (last.get(year) ?? 0) + 1;
    last.set(year, number);
    return formatDocumentNumber('EXP-{year}-{number}', { year, number });
  };
}

/** A company's expenses of the demo's months, oldest first; the same for the same random source and day. */
export function demoExpenses(company: DemoCompany, now: Date, random: SeededRandom): DemoExpense[] {
  const today = calendarDay(now, company.timezone);
  const setting = { company, today, latest: now.getTime() - LATEST_MS, random, numberFor: numbers() };
  return occasionsOf(company, today, random).map((occasion) => expenseOf(occasion, setting));
}
