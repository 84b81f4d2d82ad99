import { daysBetween } from '#domain/dates/calendar.ts';
import { added, cellsOf, type Sums } from './cell.ts';

/** Days past the due day: `not_due` until and on it, then in steps of 30 days. */
export const AGES = ['not_due', '1_30', '31_60', '61_90', 'over_90'] as const;
export type Age = (typeof AGES)[number];

export function ageOf(dueDate: string, today: string): Age {
  const late = daysBetween(dueDate, today);
  if (late <= 0) return 'not_due';
  if (late <= 30) return '1_30';
  if (late <= 60) return '31_60';
  return late <= 90 ? '61_90' : 'over_90';
}

export type Claims = { readonly count: number; /** Minor units. */ readonly owed: bigint };
export type Ageing = Readonly<Record<Age, Claims>>;

/** What customers owe, by how long it is overdue; independent of any period. */
export function ageingOf(invoices: Sums, { currency, today }: { readonly currency: string; readonly today: string }): Ageing {
  const open = cellsOf(invoices, { what: 'open', currency });
  const claims = (age: Age): Claims => {
    const [count = 0n, owed = 0n] = added(open.filter(({ of: [due = ''] }) => ageOf(due, today) === age).map(({ values }) => values));
    return { count: Number(count), owed };
  };
  return {
    not_due: claims('not_due'),
    '1_30': claims('1_30'),
    '31_60': claims('31_60'),
    '61_90': claims('61_90'),
    over_90: claims('over_90'),
  };
}

export function totalClaims(ageing: Ageing, ages: readonly Age[] = AGES): Claims {
  return ages.reduce<Claims>((sum, age) => ({ count: sum.count + ageing[age].count, owed: sum.owed + ageing[age].owed }), {
    count: 0,
    owed: 0n,
  });
}

export const OVERDUE_AGES: readonly Age[] = AGES.slice(1);
