import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '#local/db/port.ts';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase, rolledBack } from '#tests/support/database.ts';
import { callerOf, insertAccounts, insertMembers, type Member, personaId } from '#tests/support/personas.ts';
import { type Change, removal, type Result, upsert } from './device.ts';

/** Records that may be there, by collection; those in the first places are. */
const RECORDS = {
  vendors: { first: 0x100, stored: 6, all: 9 },
  customers: { first: 0x200, stored: 4, all: 6 },
  invoice_products: { first: 0x300, stored: 2, all: 3 },
  expense_categories: { first: 0x400, stored: 2, all: 3 },
  expenses: { first: 0x500, stored: 12, all: 20 },
} as const;
type Collection = keyof typeof RECORDS;
const idOf = (collection: Collection, n: number): string => testId(RECORDS[collection].first + n);
const named = (collection: Collection) =>
  fc.record({ collection: fc.constant(collection), n: fc.nat({ max: RECORDS[collection].all - 1 }) });

const name = fc.constantFrom<unknown>('Acme', 'Bahn', 'Kontor', '', 'x'.repeat(201), null);
/** A rate that a person entered. */
const ENTERED = { currency: 'EUR', rate: '0.9', day: '2026-01-30', source: 'manual', version: '', amount: 0 };
const DOC: Record<Collection, fc.Arbitrary<Record<string, unknown>>> = {
  vendors: fc.record({ name, city: fc.constantFrom('Kiel', 'Berlin') }, { requiredKeys: ['name'] }),
  customers: fc.record({ name, language: fc.constantFrom<unknown>('de', 'en', 'fr') }, { requiredKeys: ['name'] }),
  invoice_products: fc.record({ name, unit_price: fc.constantFrom<unknown>(1, 2.5, 'dear') }, { requiredKeys: ['name'] }),
  expense_categories: fc.record({ name }),
  expenses: fc.record(
    {
      // What is approved there, and what may be by then.
      reverses_expense_id: fc.constantFrom<unknown>(null, null, null, ...[3, 7, 12, 13].map((n) => idOf('expenses', n))),
      reversal_reason: fc.constantFrom('Wrong', 'Wrong', ''),
      amount: fc.constantFrom<unknown>(10, 20.5, 1e12, 'ten'),
      expense_date: fc.constantFrom<unknown>('2026-01-30', '2026-02-28', '1700-01-01'),
      currency: fc.constantFrom<unknown>('EUR', 'EUR', 'USD', 'euro'),
      exchange: fc.constantFrom<unknown>(null, null, ENTERED, { ...ENTERED, rate: '0' }),
      vendor_id: fc.constantFrom<unknown>(null, idOf('vendors', 0), idOf('vendors', 7), idOf('vendors', 8)),
      status: fc.constantFrom<unknown>('pending', 'pending', 'pending', 'approved', 'rejected', 'paid'),
      description: fc.constantFrom('Train', 'Hotel'),
    },
    { requiredKeys: ['amount', 'expense_date'] },
  ),
};
type Wish = { readonly collection: Collection; readonly n: number; readonly doc: Record<string, unknown> } & {
  readonly base: 'right' | 'none' | 'stale';
  readonly mutation: 'new' | 'applied' | 'stored' | 'neighbours' | 'endless';
  readonly op: 'upsert' | 'delete';
};
const wish: fc.Arbitrary<Wish> = fc
  .oneof(
    { weight: 5, arbitrary: named('expenses') },
    { weight: 4, arbitrary: named('vendors') },
    { weight: 2, arbitrary: named('customers') },
    named('invoice_products'),
    named('expense_categories'),
  )
  .chain(({ collection, n }) =>
    fc.record({
      collection: fc.constant(collection),
      n: fc.constant(n),
      doc: DOC[collection],
      base: fc.oneof({ weight: 6, arbitrary: fc.constant('right' as const) }, fc.constantFrom('none' as const, 'stale' as const)),
      mutation: fc.oneof(
        { weight: 12, arbitrary: fc.constant('new' as const) },
        fc.constantFrom('applied' as const, 'stored' as const, 'neighbours' as const, 'endless' as const),
      ),
      op: fc.oneof({ weight: 7, arbitrary: fc.constant('upsert' as const) }, fc.constant('delete' as const)),
    }),
  );
/** Half of the values that a lone wish would take are refused; a run needs many that are not. */
const isUsual = ({ doc }: Wish): boolean =>
  Object.values(doc).every(
    (value) => value !== '' && value !== null && value !== 1e12 && (typeof value !== 'string' || value.length < 200),
  ) && !['ten', 'dear', 'euro', 'paid', 'fr', '1700-01-01'].some((word) => Object.values(doc).includes(word));
const wishes = fc.oneof(fc.array(wish, { minLength: 2, maxLength: 30 }), {
  weight: 2,
  arbitrary: fc.array(wish.filter(isUsual), { minLength: 2, maxLength: 30 }),
});

const before = (collection: Collection, n: number) => `before-${collection}-${n}`;
/** The version of a stored record: the second change of it, so that an older one was applied before. */
const stored = (collection: Collection, n: number) => `stored-${collection}-${n}`;

function toChange({ collection, n, doc, base, mutation, op }: Wish, place: number): Change {
  const isStored = n < RECORDS[collection].stored;
  const own = { new: `new-${place}`, applied: before(collection, n), stored: stored(collection, n), neighbours: before(collection, n + 1) };
  const id = mutation === 'endless' ? 'x'.repeat(81) : own[mutation];
  const rev = base === 'none' || (base === 'right' && !isStored) ? null : base === 'stale' ? 'stale' : stored(collection, n);
  return op === 'delete' ? removal(collection, idOf(collection, n), id, rev) : upsert(collection, idOf(collection, n), id, rev, doc);
}

/** The order in which changes are applied: parents first, deletions last and children first. */
const POSITION: readonly Collection[] = ['vendors', 'customers', 'expense_categories', 'invoice_products', 'expenses'];
const inOrder = (changes: readonly Change[]): Change[] =>
  changes.toSorted((a, b) => {
    const [first, second] = [a, b].map(({ collection }) => POSITION.indexOf(collection as Collection)) as [number, number];
    if (a.op !== b.op) return a.op === 'delete' ? 1 : -1;
    return a.op === 'delete' ? second - first : first - second;
  });

/** Times and versions that the server makes up differ from run to run. */
const blurred = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (key, inner: unknown) =>
    key.endsWith('_at') && inner !== null ? 'a time' : typeof inner === 'string' ? inner.replace(/^srv-.*/, 'srv') : inner,
  );

const WHAT = [
  ...Object.keys(RECORDS).map((table) => `to_jsonb(t) as row from public.${table} t order by id`),
  'company_id, mutation_id, collection, row_id, user_id from private.applied_mutations order by mutation_id, row_id',
  "collection, row_id, deleted from private.change_log where collection <> 'activity_log' order by collection, row_id",
  "count(*) from private.change_log where collection = 'activity_log'",
  'kind, year, last from private.number_counters order by kind, year',
  `actor_id, type, entity_type, entity_id, entity_label, changes, origin from public.activity_log
    order by entity_type, entity_id, type, changes::text`,
];
/** All that a push leaves behind. */
async function everything(query: Query): Promise<unknown> {
  await query('set constraints all immediate');
  await query('reset role');
  const found: unknown[] = [];
  for (const what of WHAT) found.push(blurred((await query(`select ${what}`)).rows));
  return found;
}

describe.each(engines())('changes that are applied together on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  const company = testId(0xa);

  beforeAll(async () => {
    await insertAccounts(db.query);
    const build = buildersFor(db.query);
    await build.company({ id: company, company_id: company });
    await insertMembers(db.query, company);
    for (const [collection, { stored: count }] of Object.entries(RECORDS) as [Collection, { stored: number }][])
      for (let n = 0; n < count; n += 1) {
        const who = { created_by: personaId(n % 3 === 0 ? 'employee' : 'owner'), status: n % 4 === 3 ? 'approved' : 'pending' };
        await build[collection]({
          id: idOf(collection, n),
          company_id: company,
          rev: stored(collection, n),
          ...(collection === 'expenses' ? who : {}),
        });
        await db.query(
          'insert into private.applied_mutations (company_id, mutation_id, collection, row_id, user_id) values ($1, $2, $3, $4, $5)',
          [company, before(collection, n), collection, idOf(collection, n), personaId('owner')],
        );
      }
  });

  const pushed = async (query: Query, changes: readonly Change[]) => {
    const { rows } = await query('select public.sync_push($1, $2) as answer', [company, JSON.stringify(changes)]);
    return (rows as { answer: { results: Result[] } }[]).flatMap(({ answer }) => answer.results);
  };
  const together = (who: Member, changes: readonly Change[]) =>
    rolledBack(db, callerOf(who), async (query) => {
      const answers = new Map((await pushed(query, changes)).map((result, n) => [changes[n], result]));
      return { answers: blurred(inOrder(changes).map((change) => answers.get(change))), after: await everything(query) };
    });
  const oneByOne = (who: Member, changes: readonly Change[]) =>
    rolledBack(db, callerOf(who), async (query) => {
      const answers: Result[] = [];
      for (const change of inOrder(changes)) answers.push(...(await pushed(query, [change])));
      return { answers: blurred(answers), after: await everything(query) };
    });

  test.each(['owner', 'accountant', 'employee'] as const)(
    'leave the same answers and the same company as one after the other, asked by the %s',
    async (who) => {
      await fc.assert(
        fc.asyncProperty(wishes, async (wanted) => {
          const changes = wanted.map(toChange);
          expect(await together(who, changes)).toEqual(await oneByOne(who, changes));
        }),
        { numRuns: 12, seed: 29 },
      );
    },
  );

  test('only collections whose rules look at one record alone take part', async () => {
    const { rows } = await db.query(`
      select s.collection,
        (select coalesce(string_agg(distinct a.attname, ' ' order by a.attname), '') from pg_index i
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = format('public.%I', s.table_name)::regclass and i.indisunique and a.attname = any (s.insertable || s.updatable)) as unique_columns,
        (select string_agg(t.tgname, ' ' order by t.tgname) from pg_trigger t
          where t.tgrelid = format('public.%I', s.table_name)::regclass and not t.tgisinternal) as triggers,
        exists (select from private.nested_collections n where n.collection = s.collection) as has_lines
      from private.synced_collections s where s.is_independent order by s.collection`);
    const plain = 'log_activity stamp zz_log_change zz_realtime_capture';
    expect(rows).toEqual([
      { collection: 'customers', unique_columns: '', triggers: plain, has_lines: false },
      // What is booked is entered in the ledger at commit.
      // A number is given to each row by itself, and the lifecycle reads the record, its company, the caller and what is reversed: a reversal
      // comes after its original, in the order sent, and no edit makes one; a second one of the same meets the unique key, as it would alone. So does
      // its value in the books, which also reads rates and closed months that no push changes. Whom a step is told is noted of the row alone.
      {
        collection: 'expenses',
        unique_columns: 'reverses_expense_id',
        triggers: `assign_number counted_money expense_lifecycle expense_tax_lines keep_booked log_activity note_step note_submitted stamp value_in_books zz_log_change zz_realtime_capture zzz_enter_changed zzz_enter_new`,
        has_lines: false,
      },
      { collection: 'invoice_products', unique_columns: '', triggers: plain, has_lines: false },
      { collection: 'vendors', unique_columns: '', triggers: plain, has_lines: false },
    ]);
  });
});
