import { addDays, addMonths, daysInMonth, dayOf, startOfMonth } from '#domain/dates/calendar.ts';
import type { DemoCase, DemoCompany, Habit, Purchase } from './demo-company.ts';
import { demoMonths, sizeIn } from './demo-calendar.ts';
import { generatedPeriods } from './demo-series.ts';
import type { SeededRandom } from './seeded-random.ts';

/** One expense before anybody decided on it. */
export type Occasion = {
  readonly purchase: Purchase;
  readonly date: string;
  /** Chosen from the habit's own when not given. */
  readonly text?: string;
  /** Gross, chosen from the habit's own when not given. */
  readonly amount?: number;
  /** Name of the series that generated it. */
  readonly series?: string;
  readonly wanted?: DemoCase;
  readonly habit?: Habit;
};

function datesInMonth({ when }: Habit, firstDay: string, { today, random }: { today: string; random: SeededRandom }): string[] {
  const { year, month } = dayOf(firstDay);
  const days = daysInMonth(year, month);
  if ('day' in when) return [addDays(firstDay, Math.min(when.day, days) - 1)];
  const times = when.perMonth * sizeIn(firstDay, today);
  const count = Math.floor(times) + (random.next() < times % 1 ? 1 : 0);
  return Array.from({ length: count }, () => addDays(firstDay, Math.floor(random.between(0, days))));
}

/** Sums of three parts of a hundred: the amounts that break naive arithmetic. */
function thirdsOf(company: DemoCompany, today: string): Occasion[] {
  const habit = company.habits.find(({ isReimbursable }) => isReimbursable) ?? company.habits[0];
  if (!habit) return [];
  const date = addDays(addMonths(startOfMonth(today), -1), 9);
  const texts = company.country === 'GB' ? 'Share {} of 3, group ticket' : 'Anteil {} von 3, Gruppenkarte';
  return ['1', '2', '3'].map((part) => ({ purchase: habit, date, text: texts.replace('{}', part), amount: 33.33 }));
}

function casesOf({ cases, habits }: DemoCompany, today: string): Occasion[] {
  return cases.flatMap((wanted): Occasion[] => {
    const habit = habits.find(({ vendor }) => vendor === wanted.vendor);
    if (!habit) throw new Error(`${wanted.vendor} is no habit.`);
    return [{ purchase: habit, date: addDays(today, -wanted.daysAgo), text: wanted.text, amount: wanted.amount, wanted }];
  });
}

/** Everything that a company spent by today, oldest first. */
export function occasionsOf(company: DemoCompany, today: string, random: SeededRandom): Occasion[] {
  const habitual = demoMonths(today).flatMap((first) =>
    company.habits.flatMap((habit) =>
      datesInMonth(habit, first, { today, random }).map((date): Occasion => ({ purchase: habit, habit, date })),
    ),
  );
  const generated = company.expenseSeries.flatMap((series) =>
    generatedPeriods(series, today).map((date): Occasion => ({
      purchase: series,
      date,
      text: series.name,
      amount: series.amount,
      series: series.name,
    })),
  );
  return [...habitual, ...generated, ...thirdsOf(company, today), ...casesOf(company, today)]
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => a.date.localeCompare(b.date));
}
