import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildersFor, type Builders } from '#tests/support/builders.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { withoutCompanies } from '#tests/support/empty-database.ts';
import { callerOf, insertAccounts, insertMembers, type Persona, personaId } from '#tests/support/personas.ts';
import { type Answer, deviceOf, type Page } from './device.ts';

const NOTHING = { rows: [], deleted: [] };
const next = ({ epoch, access, mark, collections }: Answer) => ({
  epoch,
  access,
  mark,
  cursors: Object.fromEntries(Object.entries(collections).map(([collection, { cursor }]) => [collection, cursor])),
});

describe.each(engines())('what a page tells on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  let company = '';
  let build: Builders;
  const device = (persona: Persona) => deviceOf(db, persona, company);
  /** What a persona's device hears of a collection when `act` is over, having been up to date before. */
  const heard = async (persona: Persona, collection: string, act: () => Promise<unknown>): Promise<Page | undefined> => {
    const before = await device(persona).pull({ cursors: { [collection]: 0 } });
    await act();
    return (await device(persona).pull(next(before))).collections[collection];
  };
  const remove = (table: string, id: string) => db.query(`delete from public.${table} where id = $1`, [id]);
  const ofOwner = () => ({ company_id: company, created_by: personaId('owner') });

  beforeEach(async () => {
    await withoutCompanies(db);
    await insertAccounts(db.query);
    build = buildersFor(db.query);
    company = (await build.company()).id;
    await insertMembers(db.query, company);
  });

  test('who sees only their own expenses hears nothing of those of others: not when they are made, changed or deleted', async () => {
    const page = await heard('employee', 'expenses', async () => {
      const [kept, gone] = [await build.expenses(ofOwner()), await build.expenses(ofOwner())];
      await db.query("update public.expenses set description = 'Changed' where id = $1", [kept.id]);
      await remove('expenses', gone.id);
    });
    expect(page).toMatchObject({ ...NOTHING, more: false });
  });

  test('a deleted record of one’s own is named, whoever deletes it; a colleague with the view hears of it too', async () => {
    const mine = await build.expenses({ company_id: company, created_by: personaId('employee') });
    const seen = await device('viewer').pull({ cursors: { expenses: 0 } });
    expect(await heard('employee', 'expenses', () => remove('expenses', mine.id))).toMatchObject({ rows: [], deleted: [mine.id] });
    expect((await device('viewer').pull(next(seen))).collections['expenses']).toMatchObject({ rows: [], deleted: [mine.id] });
  });

  test('a receipt that becomes confidential leaves the devices of those who may not see it any more', async () => {
    const file = await build.files(ofOwner());
    const page = await heard('viewer', 'files', () => db.query('update public.files set confidential = true where id = $1', [file.id]));
    expect(page).toMatchObject({ rows: [], deleted: [file.id] });
    expect(await heard('viewer', 'files', () => remove('files', file.id))).toMatchObject({ deleted: [file.id] });
  });

  test('a receipt that always was confidential is not named to those who never saw it', async () => {
    const seen = await device('accountant').pull({ cursors: { files: 0 } });
    const page = await heard('viewer', 'files', async () => {
      const file = await build.files({ ...ofOwner(), confidential: true });
      await db.query("update public.files set name = 'Other' where id = $1", [file.id]);
      await remove('files', file.id);
    });
    expect(page).toMatchObject(NOTHING);
    expect((await device('accountant').pull(next(seen))).collections['files']?.deleted).toHaveLength(1);
  });

  test('records of a collection that one may not see at all are not named either', async () => {
    const [invoice, viewed] = [await build.invoices({ company_id: company }), await build.invoices({ company_id: company })];
    expect(await heard('employee', 'invoices', () => remove('invoices', invoice.id))).toMatchObject(NOTHING);
    expect(await heard('viewer', 'invoices', () => remove('invoices', viewed.id))).toMatchObject({ deleted: [viewed.id] });
  });

  test('a colleague who is gone is named to every member, with or without the key to people', async () => {
    const leave = (persona: 'accountant' | 'admin') => () =>
      db.query('delete from public.company_users where company_id = $1 and user_id = $2', [company, personaId(persona)]);
    expect((await heard('employee', 'members', leave('accountant')))?.deleted).toHaveLength(1);
    expect((await heard('viewer', 'members', leave('admin')))?.deleted).toHaveLength(1);
  });

  test('what everybody sees is named to everybody', async () => {
    const category = await build.expense_categories({ company_id: company });
    expect(await heard('employee', 'expense_categories', () => remove('expense_categories', category.id))).toMatchObject({
      deleted: [category.id],
    });
  });

  test('of what was deleted before its author was written down everybody hears', async () => {
    const { id } = await build.expenses(ofOwner());
    const page = await heard('employee', 'expenses', async () => {
      await remove('expenses', id);
      await db.query('update private.change_log set author = null, was_open = null where row_id = $1', [id]);
    });
    expect(page).toMatchObject({ deleted: [id] });
  });

  describe('pages by bytes', () => {
    type Asked = { limit: number; bytes: number; isSnapshot: boolean };
    const pageOf = async (persona: Persona, after: number, head: number, { limit, bytes, isSnapshot }: Asked): Promise<Page> => {
      const { rows } = await db.transaction(
        (query) =>
          query("select (private.pull_collection($1, 'vendors', 'public.vendors', $2, $3, $4, $5, $6)).page", [
            company,
            after,
            head,
            limit,
            bytes,
            isSnapshot,
          ]),
        callerOf(persona),
      );
      return (rows[0] ?? {})['page'] as Page;
    };
    const everything = async (asked: Asked) => {
      const head = Number(
        (await db.query("select max(seq) as head from private.change_log where collection = 'vendors'")).rows[0]?.['head'],
      );
      const [names, deleted, sizes]: [unknown[], string[], number[]] = [[], [], []];
      let [after, more] = [0, true];
      while (more) {
        const page = await pageOf('owner', after, head, asked);
        names.push(...page.rows.map(({ name }) => name));
        deleted.push(...page.deleted);
        sizes.push(page.rows.length);
        [after, more] = [page.cursor, page.more];
      }
      return { names, deleted, sizes };
    };

    beforeEach(async () => {
      for (let n = 0; n < 12; n += 1) {
        const { id } = await build.vendors({ company_id: company, name: `V${n}`, notes: 'x'.repeat((n * 977) % 4000) });
        if (n % 4 === 3) await remove('vendors', id);
      }
    });

    test('hold the same rows in the same order as pages by count', async () => {
      const whole = await everything({ limit: 1000, bytes: 1e9, isSnapshot: false });
      expect(whole.names).toHaveLength(9);
      const asked = fc.record({
        limit: fc.integer({ min: 1, max: 14 }),
        bytes: fc.integer({ min: 1, max: 9000 }),
        isSnapshot: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(asked, async (one) => {
          const { names, deleted, sizes } = await everything(one);
          expect(names).toEqual(whole.names);
          expect(deleted).toEqual(one.isSnapshot ? [] : whole.deleted);
          expect(sizes.slice(0, -1).filter((size) => size === 0 && one.limit > 1)).toEqual([]);
        }),
        { numRuns: 25, seed: 1 },
      );
    });

    test('end early, but never without a row', async () => {
      expect((await everything({ limit: 1000, bytes: 1, isSnapshot: true })).sizes).toEqual(Array.from({ length: 9 }, () => 1));
      const { sizes } = await everything({ limit: 1000, bytes: 6000, isSnapshot: false });
      expect(sizes.length).toBeGreaterThan(1);
      expect(Math.max(...sizes)).toBeGreaterThan(1);
    });
  });

  test('one answer holds two megabytes at most; the rest follows', async () => {
    await db.query(
      `insert into public.activity_log (company_id, type, changes)
       select $1, 'n' || i, jsonb_build_object('note', jsonb_build_array(null, repeat('x', 15000))) from generate_series(1, 190) i`,
      [company],
    );
    const vendor = await build.vendors({ company_id: company });
    const first = await device('owner').pull({ cursors: { vendors: 0, activity_log: 0 } });
    expect(first.collections['vendors']?.rows).toMatchObject([{ id: vendor.id }]);
    expect(JSON.stringify(first).length).toBeLessThan(2_200_000);
    expect(first.collections['activity_log']?.more).toBe(true);
    const second = await device('owner').pull(next(first));
    const rows = [first, second].flatMap(({ collections }) => collections['activity_log']?.rows ?? []);
    expect(new Set(rows.map(({ type }) => type)).size).toBeGreaterThanOrEqual(190);
    expect(second.collections['activity_log']?.more).toBe(false);
  });
});
