import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { withoutCompanies } from '#tests/support/empty-database.ts';
import { insertAccounts, insertMembers } from '#tests/support/personas.ts';
import { type Change, deviceOf, type Result, upsert } from './device.ts';

const GOOD = testId(0xf1);
const COLLECTIONS = ['companies', 'members', 'vendors', 'customers', 'invoices', 'expenses', 'files', 'recurring_invoices', 'activity_log'];

// Characters that no database holds are the device's to leave out [SYNC-10]: they would have the whole request refused.
const storable = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
/** Anything JSON can say, at any place. */
const anything = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme-ascii' }) },
  fc.constantFrom<unknown>(null, '', [], {}, -1, 1e308, 5e-324, '9'.repeat(400), 'x'.repeat(5000), 'infinity', 'NaN', '0000-00-00', true),
);
const id = fc.oneof(fc.constantFrom<unknown>(GOOD, testId(0xe1), GOOD.toUpperCase(), `{${GOOD}}`), anything);
const items = fc.oneof(
  fc.array(fc.oneof(fc.dictionary(fc.constantFrom('id', 'position', 'quantity', 'unit_price', 'description'), anything), anything), {
    maxLength: 3,
  }),
  anything,
);
const doc = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.dictionary(
      fc.constantFrom('name', 'amount', 'expense_date', 'status', 'settings', 'customer_id', 'currency', 'changes', 'type', 'rev'),
      anything,
    ),
  },
  fc.record({ name: storable, items, bank_accounts: items }, { requiredKeys: [] }),
  anything,
);
const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        collection: fc.oneof({ weight: 5, arbitrary: fc.constantFrom<unknown>(...COLLECTIONS) }, anything),
        id,
        mutation_id: fc.oneof({ weight: 3, arbitrary: storable as fc.Arbitrary<unknown> }, anything),
        base_rev: fc.oneof(fc.constantFrom<unknown>(null, 'd-good', 'x'), anything),
        op: fc.oneof({ weight: 4, arbitrary: fc.constantFrom<unknown>('upsert', 'delete') }, anything),
        doc,
      },
      { requiredKeys: [] },
    ),
  },
  anything,
);

describe.each(engines())('a push with nonsense in it on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  let company = '';
  const device = () => deviceOf(db, 'owner', company);

  beforeEach(async () => {
    await withoutCompanies(db);
    await insertAccounts(db.query);
    company = (await buildersFor(db.query).company()).id;
    await insertMembers(db.query, company);
  });

  test('every malformed change is refused by itself, and the good ones around it are applied', async () => {
    const bad: unknown[] = [
      null,
      5,
      'x',
      [],
      [1],
      {},
      { collection: 'vendors' },
      { collection: 'vendors', id: 'no uuid', mutation_id: 'm', op: 'nonsense' },
      { collection: 'vendors', id: 'no uuid', mutation_id: 'm', op: 'upsert' },
      { collection: 'vendors', id: null, mutation_id: 'm', op: 'upsert' },
      { collection: 'vendors', id: {}, mutation_id: 'm', op: 'delete' },
      { collection: 'vendors', id: [GOOD], mutation_id: {}, op: 'upsert' },
      { collection: 'vendors', id: testId(1), mutation_id: '', op: 'upsert', doc: { name: 'x' } },
      { collection: 'vendors', id: 'no uuid', mutation_id: null, op: 5 },
      { collection: 'vendors', id: testId(1), mutation_id: 'm', op: 'upsert', doc: [] },
      { collection: 'vendors', id: testId(1), mutation_id: 'm', op: 'upsert', doc: 'name' },
      { collection: 'invoices', id: testId(1), mutation_id: 'm', op: 'upsert', doc: { items: [1] } },
      { collection: 'invoices', id: testId(1), mutation_id: 'm', op: 'upsert', doc: { items: {} } },
      { collection: ['vendors'], id: 'x', mutation_id: 'm', op: 'upsert' },
      { collection: 'expenses', id: testId(1), mutation_id: 'm', op: 'upsert', doc: { amount: 1e308, expense_date: '2026-01-30' } },
    ];
    const good = (n: number) => upsert('vendors', testId(0x100 + n), `good-${n}`, null, { name: `V${n}` });
    const results = await device().push(...bad.flatMap((one, n) => [good(n), one as Change]));
    expect(results.filter((_, n) => n % 2 === 0).map(({ status }) => status)).toEqual(bad.map(() => 'applied'));
    expect(results.filter((_, n) => n % 2 === 1).map(({ status, code }) => [status, typeof code])).toEqual(
      bad.map(() => ['rejected', 'string']),
    );
    expect((await db.query("select count(*)::int as n from public.vendors where name like 'V%'")).rows[0]?.['n']).toBe(bad.length);
  });

  test('whatever is sent, there is one answer for each change, and the good one is applied', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        run += 1;
        const good = upsert('customers', testId(0x10_000 + run), `fuzz-${run}`, null, { name: `C${run}` });
        const results: Result[] = await device().push(...(changes as Change[]), good);
        expect(results).toHaveLength(changes.length + 1);
        expect(results.every(({ status }) => ['applied', 'conflict', 'rejected'].includes(status))).toBe(true);
        expect(results.at(-1)).toMatchObject({ status: 'applied', id: good.id, mutation_id: good.mutation_id });
      }),
      { numRuns: 150, seed: 11 },
    );
  });
});
