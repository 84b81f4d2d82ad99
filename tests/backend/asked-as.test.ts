import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#local/db/port.ts';
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const person = (): Caller => ({ role: 'authenticated', claims: { role: 'authenticated', sub: randomUUID(), aal: 'aal1' } });
const WHO = 'select current_user::text as role, auth.uid()::text as id';

describe.each(engines())('a statement that is asked as somebody, on %s', (engine) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase(engine);
    await db.exec(`
      create table public.asked (id int primary key, before int references public.asked (id) deferrable initially deferred);
      revoke all on public.asked from authenticated;
      grant select, insert on public.asked to authenticated`);
  });
  afterAll(() => db.close());
  const kept = async () => (await db.query('select id from public.asked order by id')).rows.map(({ id }) => id);

  test('is theirs, and what is asked afterwards is not', async () => {
    const ada = person();
    expect((await db.queryAs(ada, WHO)).rows).toEqual([{ role: 'authenticated', id: ada.claims.sub }]);
    const [{ role, id } = {}] = (await db.query(WHO)).rows;
    expect([role === 'authenticated', id]).toEqual([false, null]);
  });

  test('is asked by the right one of many at once', async () => {
    const people = Array.from({ length: 20 }, person);
    const answers = await Promise.all(people.map((one) => db.queryAs(one, WHO)));
    expect(answers.map(({ rows }) => rows[0]?.['id'])).toEqual(people.map(({ claims }) => claims.sub));
  });

  test('reads what it is given by the types that it names, and answers as any other does', async () => {
    const sql = `select $1::int + 1 as number, $2::text as nothing, $3::jsonb as list, $4::date as day, $5::boolean as yes`;
    const params = ['41', null, '[1]', '2026-01-31', 'true'];
    const expected = { rows: [{ number: 42, nothing: null, list: [1], day: '2026-01-31', yes: true }], count: 1 };
    expect(await db.queryAs(person(), sql, params)).toEqual(expected);
    expect(await db.queryAs(person(), sql, [41, null, '[1]', '2026-01-31', true])).toEqual(expected);
    expect(await db.queryAs(person(), 'insert into public.asked select 10 + n from generate_series(1, $1::int) n', ['3'])).toEqual({
      rows: [],
      count: 3,
    });
  });

  test.each([
    ['cannot be read', 'insert into public.asked values (', '42601'],
    ['fails on the way', 'insert into public.asked select n / (n - 2) from generate_series(1, 3) n', '22012'],
    ['is not allowed', 'delete from public.asked', '42501'],
    ['fails at the commit', 'insert into public.asked values (30, 31)', '23503'],
  ])('that %s says why and leaves nothing, and the next one is answered', async (_what, sql, code) => {
    const before = await kept();
    await expect(db.queryAs(person(), sql)).rejects.toMatchObject({ name: 'DatabaseError', code });
    const bea = person();
    expect((await db.queryAs(bea, WHO)).rows).toEqual([{ role: 'authenticated', id: bea.claims.sub }]);
    expect((await db.query(WHO)).rows[0]?.['id']).toBeNull();
    expect(await kept()).toEqual(before);
  });

  test('of a role that there is not fails, and is not run as the platform', async () => {
    const nobody = { role: 'nobody', claims: { role: 'nobody' } } as unknown as Caller;
    const before = await kept();
    await expect(db.queryAs(nobody, 'insert into public.asked values (40, null)')).rejects.toThrow('nobody');
    expect(await kept()).toEqual(before);
  });

  test('tells who listens at the commit', async () => {
    const told: string[] = [];
    const stop = await db.listen('asked', (payload) => void told.push(payload));
    await db.queryAs(person(), "select pg_notify('asked', 'news')");
    await expect.poll(() => told).toEqual(['news']);
    await expect(db.queryAs(person(), "select pg_notify('asked', 'lost'), 1 / (random()::int * 0)")).rejects.toThrow('division');
    await db.queryAs(person(), "select pg_notify('asked', 'more')");
    await expect.poll(() => told).toEqual(['news', 'more']);
    await stop();
  });
});
