import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { back, count, harbour, one } from './rest-cases-read.ts';
import { canCompare, comparable, type RestCall, useOracle } from './rest-oracle.ts';

const CALLS: readonly (RestCall & { readonly name: string })[] = [
  { name: 'a table', path: '/harbours?select=name&order=name' },
  { name: 'a table, counted', path: '/harbours?select=name&order=name', headers: count },
  { name: 'a page that wants more', path: '/harbours?select=name&order=name&limit=3&offset=1' },
  { name: 'a page that wants less', path: '/harbours?select=name&order=name&limit=1' },
  { name: 'no rows', path: '/harbours?select=name&limit=0' },
  { name: 'an embedded table', path: '/harbours?select=name,boats(name)&boats.order=name.desc&order=name' },
  { name: 'an embedded table without a parameter of its own', path: '/boats?select=name,trips(amount)&order=name' },
  { name: 'rows of a function', path: '/rpc/find_harbours?min_berths=0', headers: count },
  { name: 'values of a function', path: '/rpc/harbour_names', headers: count },
  { name: 'one object of many', path: '/harbours?order=name', headers: one },
  { name: 'what was written', method: 'PATCH', path: '/harbours?select=name&berths=gte.0', body: { fee: 1 }, headers: back },
  {
    name: 'what was written, with what is embedded',
    method: 'PATCH',
    path: `/harbours?select=name,boats(name)&id=eq.${harbour(1)}`,
    body: { fee: 2 },
    headers: back,
  },
];

describe.skipIf(!canCompare)('an answer with at most one row of a table equals that of the real PostgREST', () => {
  const { expected, actual } = useOracle(
    (backend) => backend.db.exec(readFileSync(new URL('./rest-fixture.sql', import.meta.url), 'utf8')),
    1,
  );

  test.each(CALLS.map((call) => [call.name, call] as const))('%s', async (_name, call) => {
    const theirs = comparable(await expected(call));
    expect(comparable(await actual(call))).toEqual(theirs);
  });

  test.each([
    ['/harbours?select=name,fleet:boats(name),boats(name)&boats.limit=1', "A parameter for 'boats', which is embedded twice,"],
    ['/harbours?select=*::text', 'A cast of all columns'],
  ])('%s is refused in words', async (path, what) => {
    const answer = await actual({ path });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([400, expect.objectContaining({ message: `${what} is not supported` })]);
  });
});
