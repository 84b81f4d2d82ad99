import type { Query } from '#local/db/port.ts';

/** One guard loosened. `about` names what it guards, so that the rules about it are asked first. */
export type Mutant = { readonly name: string; readonly about: string; readonly sql: string };

const rowsOf = async (query: Query, sql: string) => (await query(sql)).rows as Record<string, string>[];

const PRODUCT = "schemaname = 'public' or (schemaname = 'storage' and tablename = 'objects')";

/** Every permissive policy opened wide, one side at a time; every restrictive one dropped. */
async function policyMutants(query: Query): Promise<Mutant[]> {
  const policies = await rowsOf(
    query,
    `select format('%I.%I', schemaname, tablename) as target, tablename as about, policyname as name, permissive,
       qual is not null as using, with_check is not null as checks from pg_policies where (${PRODUCT}) and qual is distinct from 'true'`,
  );
  return policies.flatMap(({ target, about = '', name, permissive, using, checks }): Mutant[] => {
    if (permissive === 'RESTRICTIVE')
      return [{ name: `without policy ${name} on ${target}`, about, sql: `drop policy ${name} on ${target}` }];
    const sides = [...(using ? ['using'] : []), ...(checks ? ['with check'] : [])];
    return sides.map((side) => ({
      name: `policy ${name} on ${target} ${side} (true)`,
      about,
      sql: `alter policy ${name} on ${target} ${side} (true)`,
    }));
  });
}

/** Row level security off, whole-table rights for members, and everything for visitors. */
async function tableMutants(query: Query): Promise<Mutant[]> {
  const tables = await rowsOf(query, "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'");
  return tables.flatMap(({ name: about = '' }) => [
    { name: `${about} without row level security`, about, sql: `alter table public.${about} disable row level security` },
    { name: `anonymous may select ${about}`, about, sql: `grant select on public.${about} to anon` },
  ]);
}

/** Every column right that members don't have, given to them. `id`s and what a default fills are tried on update only. */
async function columnMutants(query: Query): Promise<Mutant[]> {
  const columns = await rowsOf(
    query,
    `select table_name as about, column_name as name from information_schema.columns
     where table_schema = 'public' and not has_column_privilege('authenticated', format('public.%I', table_name), column_name, 'update')`,
  );
  return columns.map(({ about = '', name }) => ({
    name: `members may update ${about}.${name}`,
    about,
    sql: `grant update (${name}) on public.${about} to authenticated`,
  }));
}

async function functionMutants(query: Query): Promise<Mutant[]> {
  const functions = await rowsOf(
    query,
    `select p.oid::regprocedure::text as name, p.proname as about from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'`,
  );
  return functions.map(({ name, about = '' }) => ({
    name: `anonymous may call ${name}`,
    about: 'functions',
    sql: `grant execute on function ${name} to anon -- ${about}`,
  }));
}

async function triggerMutants(query: Query): Promise<Mutant[]> {
  const triggers = await rowsOf(
    query,
    `select t.tgname as name, t.tgrelid::regclass::text as target, c.relname as about from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and (c.relnamespace = 'public'::regnamespace or t.tgname like 'kontor_%') and t.tgname <> 'zz_realtime_capture'`,
  );
  return triggers.map(({ name, target, about = '' }) => ({
    name: `without trigger ${name} on ${target}`,
    about,
    sql: `drop trigger ${name} on ${target}`,
  }));
}

const HELPERS: readonly Mutant[] = [
  {
    name: 'every member holds every key',
    about: 'vendors',
    sql: `create or replace function private.companies_with(p_key text) returns setof uuid language sql stable security definer set search_path = '' as
      'select company_id from public.company_users where user_id = auth.uid()'`,
  },
  {
    name: 'keys count in every company',
    about: 'vendors',
    sql: `create or replace function private.companies_with(p_key text) returns setof uuid language sql stable security definer set search_path = '' as
      'select c.id from public.companies c where exists (select from public.company_users where user_id = auth.uid() and is_owner)'`,
  },
  {
    name: 'everyone belongs to every company',
    about: 'companies',
    sql: `create or replace function private.my_companies() returns setof uuid language sql stable security definer set search_path = '' as 'select id from public.companies'`,
  },
  {
    name: 'a second factor is never asked for',
    about: 'vendors',
    sql: `create or replace function private.second_factor_satisfied() returns boolean language sql stable security definer set search_path = '' as 'select true'`,
  },
  {
    name: 'a second factor is asked for even when it was never verified',
    about: 'vendors',
    sql: `create or replace function private.second_factor_satisfied() returns boolean language sql stable security definer set search_path = '' as
      'select auth.jwt() ->> ''aal'' = ''aal2'' or not exists (select from auth.mfa_factors where user_id = auth.uid())'`,
  },
  {
    name: 'a session counts after its end',
    about: 'functions',
    sql: `create or replace function private.session_is_live() returns boolean language sql stable security definer set search_path = '' as 'select true'`,
  },
  {
    name: 'an ended session gets empty answers over the API',
    about: 'functions',
    sql: `create or replace function private.session_is_live() returns boolean language sql stable security definer set search_path = '' as
      'select auth.jwt() ->> ''session_id'' is null or exists (select from auth.sessions s where s.id = (auth.jwt() ->> ''session_id'')::uuid and s.user_id = auth.uid()
        and (s.not_after is null or s.not_after > now()))'`,
  },
  {
    name: 'anyone is owner or alone',
    about: 'expenses',
    sql: `create or replace function private.is_owner_or_alone(p_company uuid) returns boolean language sql stable security definer set search_path = '' as 'select true'`,
  },
  { name: 'the bucket is public', about: 'objects', sql: "update storage.buckets set public = true where id = 'uploads'" },
  {
    name: 'the bucket takes files of any size',
    about: 'objects',
    sql: "update storage.buckets set file_size_limit = null where id = 'uploads'",
  },
];

/** All mutants of this schema, read from the catalog: a new table or policy is tried without being listed. */
export async function mutantsOf(query: Query): Promise<Mutant[]> {
  const lists = [policyMutants, tableMutants, columnMutants, functionMutants, triggerMutants].map((list) => list(query));
  return [...(await Promise.all(lists)).flat(), ...HELPERS];
}
