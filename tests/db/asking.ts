import type { Row } from '#local/db/port.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { OURS, type World } from './world.ts';

export type Statement = [string, unknown[]?];
export type Person = Exclude<Persona, 'anonymous'>;

/** What a statement answered: the refusal's name, or how many rows it touched or returned. */
export async function said(
  { as }: World,
  who: Persona,
  [sql, params = []]: Statement,
  claims: Record<string, unknown> = {},
): Promise<string | number> {
  const { code, message, count } = await as(who, sql, params, claims);
  return code === null ? count : message;
}

/** The answers to the same question asked of several things, one after the other. */
export async function each<T, A>(things: readonly T[], ask: (thing: T) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  for (const thing of things) answers.push(await ask(thing));
  return answers;
}

export const granted = (who: Person, ...keys: string[]): Statement => grantedIn(OURS, who, ...keys);
export const grantedIn = (company: string, who: Person, ...keys: string[]): Statement => [
  'insert into public.company_user_permissions (company_id, user_id, permission_key) select $1, $2, unnest($3::text[]) on conflict do nothing',
  [company, personaId(who), keys],
];
/** Takes all keys of a member and gives these. */
export const withOnly = (who: Person, ...keys: string[]): Statement[] => [
  ['delete from public.company_user_permissions where company_id = $1 and user_id = $2', [OURS, personaId(who)]],
  granted(who, ...keys),
];

export const first = async ({ query }: World, sql: string, params: unknown[] = []): Promise<Row> =>
  (await query(sql, params)).rows[0] ?? {};

/** A claim of having proved who one is so many seconds ago. */
export const proved = (method: string, secondsAgo: number) => ({
  amr: [{ method, timestamp: Math.floor(Date.now() / 1000) - secondsAgo }],
});

/** Settings of a company, one part changed. */
export const setting = (path: string, value: unknown, company = OURS): Statement => [
  `update public.companies set settings = jsonb_set(settings, $1::text[], $2::jsonb) where id = $3`,
  [`{${path}}`, JSON.stringify(value), company],
];

/** The one value that a call answered, or the refusal's name. */
export async function told(
  { as }: World,
  who: Persona,
  [sql, params = []]: Statement,
  claims: Record<string, unknown> = {},
): Promise<unknown> {
  const { code, message, rows } = await as(who, sql, params, claims);
  return code === null ? (Object.values(rows[0] ?? {})[0] ?? null) : message;
}

/** Somebody who must show a second factor, and did not. */
export const factorOf = (who: Person): Statement => [
  "insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')",
  [personaId(who)],
];

export const countOf = async (world: World, from: string, params: unknown[] = []): Promise<number> =>
  Number((await first(world, `select count(*) as n from ${from}`, params))['n']);

/** The tables alone: no trigger runs and no reference is asked, as when rows are brought back from a backup. */
export const BARE: Statement = ['set local session_replication_role = replica'];

/** What the tables alone answer to a statement: how many rows it meets, or the code of their refusal. */
export const bare = async (world: World, statement: Statement): Promise<string | number> =>
  world
    .given([BARE], async () => (await world.query(...statement)).count)
    .catch((error: { code?: string; message: string }) => error.code ?? error.message);
