import { afterAll, expect, test } from 'vitest';
import { addDays } from '#domain/dates/calendar.ts';
import { expenseInterval, invoiceInterval, nextGenerationDate, periodsBetween, type Recurrence } from '#domain/recurring/recurrence.ts';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { insertAccounts, insertMembers } from '#tests/support/personas.ts';
import { deviceOf, type Result, upsert } from './device.ts';

const db = await openTestDatabase(oneEngine());
afterAll(() => db.close());
const company = testId(0xa);
const build = buildersFor(db.query, 0x100);
await insertAccounts(db.query);
await build.company({ id: company });
await insertMembers(db.query, company);

type Table = 'recurring_invoices' | 'recurring_expenses';
type Values = Partial<Record<'interval' | 'start_date' | 'end_date' | 'skip_before', string | null>> & { is_active?: boolean };

/** What should happen, by the domain's rules alone. */
class Expected {
  readonly periods: string[] = [];
  values: { interval: string; start_date: string; end_date: string | null; skip_before: string | null; is_active: boolean };
  readonly table: Table;
  constructor(table: Table, interval: string, start_date: string) {
    this.table = table;
    this.values = { interval, start_date, end_date: null, skip_before: null, is_active: true };
  }
  get next(): string {
    const interval = this.table === 'recurring_invoices' ? invoiceInterval(this.values.interval) : expenseInterval(this.values.interval);
    const rule: Recurrence = { ...this.values, interval, last_generated: this.periods.at(-1) ?? null };
    return nextGenerationDate(rule);
  }
  runs(today: string): void {
    const { is_active, end_date } = this.values;
    while (is_active && this.next <= today && (end_date === null || this.next <= end_date)) this.periods.push(this.next);
  }
}

const online = [deviceOf(db, 'accountant', company), deviceOf(db, 'owner', company)] as const;
let mutation = 0;
const revOf = async (table: Table, id: string) =>
  String((await db.query(`select rev from public.${table} where id = $1`, [id])).rows[0]?.['rev']);
/** A device writes on the version it knows; on a conflict it takes the server's and writes its fields again, as the engine merges. */
async function write(table: Table, id: string, who: 0 | 1, base: string | null, values: object): Promise<Result> {
  const send = (rev: string | null) => online[who].push(upsert(table, id, `d${who}-${++mutation}`, rev, { ...values }));
  const [first] = await send(base);
  if (first?.status !== 'conflict') return first as Result;
  const [second] = await send(String(first.row?.['rev']));
  return second as Result;
}
const made = async (table: Table, id: string) => {
  const [from, column] = table === 'recurring_invoices' ? ['invoices', 'recurring_invoice_id'] : ['expenses', 'recurring_expense_id'];
  const { rows } = await db.query(`select recurring_period::text as p from public.${from} where ${column} = $1 order by 1`, [id]);
  return rows.map(({ p }) => String(p));
};

/** Days on which the server was off: a week, two months over the turn of a year, a month with a leap day. */
const isDown = (day: string): boolean =>
  (day >= '2027-02-24' && day <= '2027-03-03') ||
  (day >= '2027-11-20' && day <= '2028-01-20') ||
  (day >= '2028-02-15' && day <= '2028-03-15');

const STORY: readonly { readonly on: string; readonly who: 0 | 1; readonly does: Values | 'wishes' | 'wishes on an old version' }[] = [
  { on: '2027-01-20', who: 0, does: 'wishes' },
  { on: '2027-01-25', who: 1, does: 'wishes on an old version' },
  { on: '2027-04-15', who: 1, does: { start_date: '2027-01-30' } },
  { on: '2027-06-01', who: 0, does: { is_active: false } },
  { on: '2027-09-10', who: 1, does: { is_active: true, skip_before: '2027-09-10' } },
  { on: '2027-12-24', who: 0, does: { interval: 'weekly' } },
  { on: '2028-04-02', who: 1, does: { interval: 'quarterly' } },
  { on: '2028-05-20', who: 0, does: 'wishes' },
  { on: '2028-05-20', who: 1, does: 'wishes on an old version' },
  { on: '2029-01-10', who: 1, does: { interval: 'monthly', start_date: '2028-02-29' } },
  { on: '2029-10-01', who: 0, does: { end_date: '2029-11-28' } },
];

async function live(table: Table): Promise<{ expected: Expected; got: string[] }> {
  const id = testId(table === 'recurring_invoices' ? 0x5001 : 0x5002);
  const expected = new Expected(table, 'monthly', '2027-01-31');
  const parent =
    table === 'recurring_invoices' ? { customer_id: (await build.customers({ company_id: company })).id, items: [] } : { amount: 10 };
  const { is_active, interval, start_date } = expected.values;
  await write(table, id, 0, null, { ...parent, is_active, interval, start_date });
  let old = await revOf(table, id);
  for (let day = '2027-01-15'; day <= '2030-01-15'; day = addDays(day, 1)) {
    for (const { does, who } of STORY.filter(({ on }) => on === day)) {
      const isWish = typeof does === 'string';
      const current = await revOf(table, id);
      // Both devices saw the same next period; the second comes after the first was fulfilled.
      const wanted = does === 'wishes' ? expected.next : (expected.periods.at(-1) ?? '');
      const result = await write(
        table,
        id,
        who,
        does === 'wishes on an old version' ? old : current,
        isWish ? { generate_requested: wanted } : does,
      );
      expect(result).toMatchObject({ status: 'applied', row: { generate_requested: null } });
      old = current;
      if (does === 'wishes') expected.periods.push(wanted);
      else if (!isWish) expected.values = { ...expected.values, ...(does as object) };
    }
    // The run of a day is one of many; every few days it comes twice.
    const times = isDown(day) ? 0 : day.endsWith('5') ? 2 : day.endsWith('0') ? 1 : 0;
    for (let n = 0; n < times; n++) await db.query("select private.generate_company_due($1, $2, '1 day')", [company, `${day}T11:00:00Z`]);
    if (times > 0) expected.runs(day);
  }
  return { expected, got: await made(table, id) };
}

test.each(['recurring_invoices', 'recurring_expenses'] as const)(
  'three years of %s with the server off at times, two devices, edits and a pause: every period exactly once',
  async (table) => {
    const { expected, got } = await live(table);
    expect(got).toEqual(expected.periods);
    expect(new Set(got).size).toBe(got.length);
    // The long ones are really in it: the weeks after the downtime, the leap day, the last of a short month, nothing of the pause.
    const weeks = periodsBetween({ interval: 'weekly', start_date: '2027-01-30' }, '2028-01-01', '2028-03-31');
    expect(got.filter((period) => period >= '2028-01-01' && period <= '2028-03-31')).toEqual(weeks);
    expect([got.some((period) => period >= '2027-06-01' && period < '2027-09-10'), got.at(-1)]).toEqual([false, '2029-10-29']);
  },
  60_000,
);
