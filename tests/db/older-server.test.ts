import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildersFor, type Builders, testId } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { withoutCompanies } from '#tests/support/empty-database.ts';
import { copyServer } from '#tests/support/older-server.ts';
import { insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';
import { type Answer, deviceOf, upsert } from './device.ts';

const V = testId(0xf1);

/** What a device sends next. */
const next = ({ epoch, access, mark, collections }: Answer) => ({
  epoch,
  access,
  mark,
  cursors: Object.fromEntries(Object.entries(collections).map(([name, { cursor }]) => [name, cursor])),
});

describe.each([oneEngine()])('a server set back to an older copy on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  let company = '';
  let build: Builders;
  const device = () => deviceOf(db, 'owner', company);
  const load = () => device().pull({ cursors: { vendors: 0, customers: 0 } });
  const addVendors = async (count: number) => {
    for (let n = 0; n < count; n += 1) await build.vendors({ company_id: company });
  };
  const ask = async (answer: Answer, over: Record<string, unknown> = {}) => {
    const { reset, why } = await device().pull({ ...next(answer), ...over });
    return [reset, why];
  };

  beforeEach(async () => {
    await withoutCompanies(db);
    await insertAccounts(db.query);
    build = buildersFor(db.query);
    company = (await build.company()).id;
    await insertMembers(db.query, company);
    await addVendors(3);
  });

  test('a cursor beyond the head is told from the news of an unbroken history', async () => {
    const before = await load();
    const putBack = await copyServer(db);
    await addVendors(2);
    const after = await load();
    expect(await ask(before)).toEqual([false, null]);
    await putBack();
    expect(await ask(before)).toEqual([false, null]);
    expect(await ask(after)).toEqual([true, 'restored']);
    // A device of an app that knew no marks.
    expect(await ask(after, { mark: null })).toEqual([true, 'restored']);
    const snapshot = await device().pull(next(after));
    expect(snapshot.collections['vendors']?.rows).toHaveLength(3);
    expect(await ask(snapshot)).toEqual([false, null]);
  });

  test('a history that grew again past the cursor is not the one the device knows', async () => {
    const before = await load();
    const putBack = await copyServer(db);
    await addVendors(2);
    const after = await load();
    await putBack();
    await addVendors(2);
    const grown = await load();
    expect(next(grown).cursors).toEqual(next(after).cursors);
    expect(await ask(after)).toEqual([true, 'restored']);
    await addVendors(5);
    expect(await ask(after)).toEqual([true, 'restored']);
    expect(await ask(before)).toEqual([false, null]);
    expect(await ask(grown)).toEqual([false, null]);
  });

  test('the mark of a push names it before the device has pulled again', async () => {
    const before = await load();
    const putBack = await copyServer(db);
    const { mark } = await device().pushed(upsert('vendors', V, 'd-1', null, { name: 'Acme' }));
    expect(await ask(before, { mark })).toEqual([false, null]);
    await putBack();
    expect(await ask(before, { mark })).toEqual([true, 'restored']);
    await addVendors(9);
    expect(await ask(before, { mark })).toEqual([true, 'restored']);
  });

  test('a repeated push has a mark again', async () => {
    const push = () => device().pushed(upsert('vendors', V, 'd-1', null, { name: 'Acme' }));
    const [first, again] = [await push(), await push()];
    expect(first.mark).toEqual(expect.any(String));
    expect(await ask(await load(), { mark: again.mark })).toEqual([false, null]);
  });

  test('a push that applied nothing has the mark of what it met', async () => {
    const before = await load();
    const putBack = await copyServer(db);
    await device().pushed(upsert('vendors', V, 'd-1', null, { name: 'Acme' }));
    const met = await device().pushed(upsert('vendors', V, 'd-2', 'd-0', { name: 'Other' }));
    const refused = await device().pushed(upsert('vendors', V, 'd-3', 'd-1', { name: '' }));
    const empty = await device().pushed();
    expect([met, refused].map(({ results }) => results[0]?.status)).toEqual(['conflict', 'rejected']);
    for (const { mark } of [met, refused, empty]) expect(await ask(before, { mark })).toEqual([false, null]);
    await putBack();
    for (const { mark } of [met, refused, empty]) expect(await ask(before, { mark })).toEqual([true, 'restored']);
  });

  test('a mark that makes no sense is of no history of this server', async () => {
    const answer = await load();
    for (const mark of [
      '',
      'x',
      ':',
      '1',
      `${'9'.repeat(30)}:x`,
      String(answer.mark).replace(/.$/, 'z'),
      String(answer.mark).replace(/^\d+/, '1'),
    ])
      expect([mark, ...(await ask(answer, { mark }))]).toEqual([mark, true, 'restored']);
  });

  test('of another company neither mark nor head is known', async () => {
    const other = (await build.company()).id;
    const mine = await load();
    await db.query('insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)', [
      other,
      personaId('stranger'),
    ]);
    const theirs = await deviceOf(db, 'stranger', other).pull({ cursors: { vendors: 0 } });
    expect(await ask(mine, { mark: theirs.mark })).toEqual([true, 'restored']);
  });

  test('a turned epoch is a restore, changed rights are not', async () => {
    const answer = await load();
    expect(await ask(answer, { access: 'other' })).toEqual([true, 'access']);
    expect(await ask(answer, { epoch: 'other', access: 'other' })).toEqual([true, 'restored']);
  });

  test('who comes back after more than 400 days gets a snapshot without an alarm; the newest mark is kept for ever', async () => {
    const old = await load();
    await addVendors(1);
    const newest = await load();
    await db.query("update private.history_marks set made_at = now() - interval '401 days'");
    await db.query('select public.prune_history()');
    expect(await ask(newest)).toEqual([false, null]);
    expect(await ask(old)).toEqual([true, 'expired']);
  });

  test('a change based on a version that is gone is a conflict, the same record as a new one is taken, a lost mutation is applied again', async () => {
    const putBack = await copyServer(db);
    const first = upsert('vendors', V, 'd-1', null, { name: 'Acme' });
    await device().push(first);
    await putBack();
    expect(await device().push(upsert('vendors', V, 'd-2', 'd-1', { name: 'Acme Ltd' }))).toMatchObject([
      { status: 'conflict', row: null },
    ]);
    expect(await device().push(first)).toMatchObject([{ status: 'applied', row: { name: 'Acme', rev: 'd-1' } }]);
    await putBack();
    expect(await device().push(upsert('vendors', V, 'd-3', null, { name: 'Acme Ltd' }))).toMatchObject([
      { status: 'applied', row: { rev: 'd-3' } },
    ]);
  });
});
