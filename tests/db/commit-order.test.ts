import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { callerOf, insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';
import { type Answer, deviceOf, upsert } from './device.ts';

const WRITERS = 8;
const ROUNDS = 25;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Only a server with several connections can commit in another order than it wrote: PGlite has one. */
describe.runIf(engines().includes('postgres'))('many writers at once on postgres', () => {
  let db: TestDatabase;
  let company = '';
  beforeAll(async () => {
    db = await openTestDatabase('postgres', { connections: 20 });
    await insertAccounts(db.query);
    company = (await buildersFor(db.query).company()).id;
    await insertMembers(db.query, company);
  });
  afterAll(() => db.close());

  /** Each writer keeps transactions open for a while after writing, so that they commit out of order. */
  async function write(writer: number): Promise<void> {
    const client = new pg.Client({ connectionString: String(db.url) });
    await client.connect();
    for (let round = 0; round < ROUNDS; round++) {
      await client.query('begin');
      await client.query('insert into public.vendors (id, company_id, name, updated_at) values ($1, $2, $3, clock_timestamp())', [
        testId(0x10_000 + writer * 1000 + round),
        company,
        `${writer}-${round}`,
      ]);
      await pause((writer * 7 + round * 13) % 25);
      await client.query('commit');
    }
    await client.end();
  }

  test('the cursor of the change log misses nothing where a timestamp cursor does', async () => {
    const device = deviceOf(db, 'owner', company);
    const byLog = new Set<unknown>();
    const byTime = new Set<unknown>();
    let state: Record<string, unknown> = { cursors: { vendors: 0 } };
    let newest = '-infinity';
    const read = async () => {
      const answer: Answer = await device.pull(state, 20);
      for (const { id } of answer.collections['vendors']?.rows ?? []) byLog.add(id);
      state = { epoch: answer.epoch, access: answer.access, cursors: { vendors: answer.collections['vendors']?.cursor ?? 0 } };
      const { rows } = await db.query('select id, updated_at::text as at from public.vendors where updated_at > $1 order by updated_at', [
        newest,
      ]);
      for (const { id } of rows) byTime.add(id);
      const last = rows.at(-1)?.['at'];
      if (typeof last === 'string') newest = last;
      return answer.collections['vendors']?.more ?? false;
    };
    let isWriting = true;
    const reading = (async () => {
      while (isWriting) await read();
    })();
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    isWriting = false;
    await reading;
    while (await read());
    expect(byLog.size).toBe(WRITERS * ROUNDS);
    // The control: if this ever holds, the test no longer creates the situation it is about.
    expect(byTime.size).toBeLessThan(WRITERS * ROUNDS);
  });

  test('an open transaction keeps no other writer of the company waiting', async () => {
    const slow = new pg.Client({ connectionString: String(db.url) });
    await slow.connect();
    await slow.query('begin');
    await slow.query("insert into public.vendors (company_id, name) values ($1, 'slow')", [company]);
    await db.transaction(async (query) => {
      await query("set local lock_timeout = '500ms'");
      await query("insert into public.vendors (company_id, name) values ($1, 'fast')", [company]);
    });
    await slow.query('commit');
    await slow.end();
    const { rows } = await db.query("select count(*)::int as n from public.vendors where name in ('slow', 'fast')");
    expect(rows[0]?.['n']).toBe(2);
  });

  test('200 expenses pushed in parallel get 200 different numbers', async () => {
    const device = deviceOf(db, 'employee', company);
    const pushes = Array.from({ length: 200 }, (_, i) =>
      device.push(upsert('expenses', testId(0x20_000 + i), `p-${i}`, null, { amount: 1, expense_date: '2026-01-30' })),
    );
    const results = (await Promise.all(pushes)).flat();
    expect(results.filter(({ status }) => status !== 'applied')).toEqual([]);
    const numbers = new Set(results.map(({ row }) => String(row?.['number'])));
    expect(numbers.size).toBe(200);
    expect(numbers).toContain('EXP-2026-0200');
  });

  test('the same mutation pushed twice at the same moment is applied once', async () => {
    const device = deviceOf(db, 'owner', company);
    const change = upsert('vendors', testId(0x30_000), 'twice-1', null, { name: 'Once' });
    const results = (await Promise.all([device.push(change), device.push(change), device.push(change)])).flat();
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
    const { rows } = await db.query('select count(*)::int as n from public.activity_log where entity_id = $1', [testId(0x30_000)]);
    expect(rows[0]?.['n']).toBe(1);
  });

  test('direct writes of two people to the same expense leave one winner per version', async () => {
    const id = testId(0x20_000);
    const edit = (text: string) =>
      db.transaction((query) => query('update public.expenses set description = $1 where id = $2', [text, id]), callerOf('accountant'));
    await Promise.all([edit('A'), edit('B')]);
    const { rows } = await db.query('select description, created_by from public.expenses where id = $1', [id]);
    expect(['A', 'B']).toContain(rows[0]?.['description']);
    expect(rows[0]?.['created_by']).toBe(personaId('employee'));
  });
});
