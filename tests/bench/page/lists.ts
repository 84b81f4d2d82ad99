import { firstValueFrom } from 'rxjs';
import { watchExpenses } from '#data/expenses/expenses.queries.ts';
import { EVERY_EXPENSE, type ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import { company, touch } from './company.ts';
import { openRaw, type RawPage, rawPage, touchRaw } from './raw.ts';
import { pause } from './watch.ts';

export type ListTimes = { readonly name: string; readonly ours: number[]; readonly raw: number[] };

type Case = { readonly name: string; readonly filter: Partial<ExpenseFilter>; readonly raw: RawPage };

const LIMIT = 50;
/** Runs that count for nothing. */
export const WARM_UP = 4;
const SETTLE_MS = 10;

function cases(userId: string): Case[] {
  const from = '2024-01-01';
  const to = '2024-06-30';
  return [
    { name: 'newest page of 50', filter: {}, raw: { fields: ['booking_day'], direction: 'prev' } },
    { name: 'oldest', filter: { sort: 'oldest' }, raw: { fields: ['booking_day'], direction: 'next' } },
    { name: 'highest amount', filter: { sort: 'highest' }, raw: { fields: ['amount'], direction: 'prev' } },
    { name: 'lowest amount', filter: { sort: 'lowest' }, raw: { fields: ['amount'], direction: 'next' } },
    {
      name: 'status and newest',
      filter: { status: 'approved' },
      raw: { fields: ['status', 'booking_day'], prefix: ['approved'], direction: 'prev' },
    },
    {
      name: 'rare status and newest',
      filter: { status: 'pending' },
      raw: { fields: ['status', 'booking_day'], prefix: ['pending'], direction: 'prev' },
    },
    {
      name: 'own and newest',
      filter: { isMine: true },
      raw: { fields: ['created_by', 'booking_day'], prefix: [userId], direction: 'prev' },
    },
    {
      name: 'half a year, newest',
      filter: { from, to },
      raw: { fields: ['booking_day'], between: [from, to], direction: 'prev' },
    },
  ];
}

/**
 * Every sort and filter that has an index, as the list screen asks for it, in turns with the same page by hand. A list that was seen before
 * is answered from memory, so a record changes before each run, on both sides; both read the same number of rows.
 */
export async function timeLists(runs: number): Promise<ListTimes[]> {
  const { db, target } = company();
  const raw = await openRaw();
  const all: ListTimes[] = [];
  for (const { name, filter, raw: page } of cases(target.userId)) {
    const times: ListTimes = { name, ours: [], raw: [] };
    const read = () => firstValueFrom(watchExpenses(db, { filter: { ...EVERY_EXPENSE, ...filter }, limit: LIMIT }));
    for (let run = -WARM_UP; run < runs; run += 1) {
      await touch('expenses');
      await touchRaw(raw);
      const { ours, hand } = await inTurns(run, { ours: read, hand: () => rawPage(raw, page, LIMIT + 1) });
      const same = ours.result.rows.every((row, index) => row.id === hand.result[index]?.id);
      if (!same || ours.result.rows.length !== Math.min(LIMIT, hand.result.length)) throw new Error(`${name}: the two pages differ`);
      if (run >= 0) {
        times.ours.push(ours.ms);
        times.raw.push(hand.ms);
      }
    }
    all.push(times);
  }
  raw.close();
  return all;
}

/** Both, once what went before has died down; each is the first one every other time. */
export async function inTurns<A, B>(run: number, { ours, hand }: { ours: () => Promise<A>; hand: () => Promise<B> }) {
  await pause(SETTLE_MS);
  if (run % 2 === 0) return { ours: await timed(ours), hand: await timed(hand) };
  const first = await timed(hand);
  return { ours: await timed(ours), hand: first };
}

async function timed<T>(run: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  const result = await run();
  return { result, ms: performance.now() - start };
}
