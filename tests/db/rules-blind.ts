import { PERMISSION_KEYS } from '#domain/access/access.ts';
import { fromDirectories } from '#domain/directories.ts';
import { callerOf, personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { OURS } from './world.ts';

/** Tables that members write, each with a column they may set. */
const WRITABLE: Readonly<Record<string, string>> = {
  ...fromDirectories(() => "rev = 'blind'"),
  bank_accounts: "name = 'blind'",
  companies: "name = 'blind'",
  delivery_notes: "rev = 'blind'",
  expense_categories: "rev = 'blind'",
  expenses: "rev = 'blind'",
  files: 'confidential = false',
  invoice_items: "description = 'blind'",
  invoices: "rev = 'blind'",
  payments: "rev = 'blind'",
  periods: "rev = 'blind'",
  recurring_expenses: "rev = 'blind'",
  recurring_invoice_items: "description = 'blind'",
  recurring_invoices: "rev = 'blind'",
};
const EMPLOYEE = personaId('employee');

/**
 * What the employee, holding one of the keys alone, changes or deletes without seeing it, by statements that read no column: PostgreSQL asks no
 * policy of `select` for those. Inside the database, for it is a thousand statements; without triggers, so that only policies are asked.
 */
const TOUCHED_UNSEEN = `
  create function pg_temp.touched_unseen(p_table text, p_set text, p_keys text[], p_company uuid, p_user uuid, p_claims text) returns setof text
    language plpgsql as $$
  declare
    v_key text; v_sql text; v_all tid[]; v_seen tid[]; v_left tid[];
  begin
    execute format('select array_agg(ctid) from public.%I', p_table) into v_all;
    perform set_config('session_replication_role', 'replica', true), set_config('request.jwt.claims', p_claims, true);
    foreach v_key in array p_keys loop
      delete from public.company_user_permissions where user_id = p_user;
      insert into public.company_user_permissions (company_id, user_id, permission_key) values (p_company, p_user, v_key);
      perform set_config('role', 'authenticated', true);
      execute format('select array_agg(ctid) from public.%I', p_table) into v_seen;
      perform set_config('role', 'none', true);
      foreach v_sql in array array['update public.%I set ' || p_set, 'delete from public.%I'] loop
        begin
          perform set_config('role', 'authenticated', true);
          execute format(v_sql, p_table);
          perform set_config('role', 'none', true);
          execute format('select array_agg(ctid) from public.%I', p_table) into v_left;
          raise exception 'undo' using errcode = 'KT001';
        exception
          when insufficient_privilege then v_left := v_all;
          when sqlstate 'KT001' then null;
        end;
        if exists (select from unnest(v_all) row where row <> all (coalesce(v_seen, '{}')) and row <> all (coalesce(v_left, '{}'))) then
          return next v_key || ': ' || format(v_sql, p_table);
        end if;
      end loop;
    end loop;
  end $$`;

/** Whatever single key somebody holds: what they may not see they neither change nor delete. */
export const BLIND: readonly Rule[] = [
  ...Object.keys(WRITABLE).map((table) =>
    rule(`no key lets anybody change or delete ${table} unseen`, [table], [], (world) =>
      world.given([[TOUCHED_UNSEEN]], async () => {
        const { rows } = await world.query('select pg_temp.touched_unseen($1, $2, $3, $4, $5, $6) as touched', [
          table,
          WRITABLE[table],
          PERMISSION_KEYS,
          OURS,
          EMPLOYEE,
          JSON.stringify(callerOf('employee').claims),
        ]);
        return rows.map(({ touched }) => touched);
      }),
    ),
  ),
  rule('every table that members write is tried', [], Object.keys(WRITABLE).toSorted(), async ({ query }) => {
    const { rows } = await query(
      "select distinct tablename as name from pg_policies where schemaname = 'public' and cmd in ('UPDATE', 'DELETE', 'ALL') and permissive = 'PERMISSIVE' order by 1",
    );
    return rows.map(({ name }) => name);
  }),
  rule('what decides who sees a row decides in the same words who may touch it', Object.keys(WRITABLE), [], async ({ query }) => {
    const { rows } = await query(
      `with writing as (select distinct tablename, cmd from pg_policies where schemaname = 'public' and cmd in ('UPDATE', 'DELETE') and permissive = 'PERMISSIVE')
       select w.tablename || ' ' || w.cmd as open from writing w where not exists (
         select from pg_policies seen join pg_policies hidden on hidden.schemaname = 'public' and hidden.tablename = seen.tablename and hidden.qual = seen.qual
         where seen.schemaname = 'public' and seen.tablename = w.tablename and seen.cmd = 'SELECT' and seen.permissive = 'PERMISSIVE'
           and hidden.cmd = w.cmd and hidden.permissive = 'RESTRICTIVE') order by 1`,
    );
    return rows.map(({ open }) => open);
  }),
  rule('bytes without a record are removed blindly only by who may see them', ['objects'], [true, false], async (world) => {
    const isLeft = (...keys: string[]) =>
      world.given(
        [
          ['delete from public.company_user_permissions where user_id = $1', [EMPLOYEE]],
          ["update storage.objects set owner_id = null where version = 'waiting'"],
          [
            'insert into public.company_user_permissions (company_id, user_id, permission_key) select $1, $2, unnest($3::text[])',
            [OURS, EMPLOYEE, keys],
          ],
          [
            "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
            [JSON.stringify(callerOf('employee').claims)],
          ],
          ['delete from storage.objects'],
          ['set local role none'],
        ],
        async () => (await world.query("select from storage.objects where version = 'waiting'")).count === 1,
      );
    return [await isLeft('files.delete'), await isLeft('files.delete', 'files.view_confidential')];
  }),
  // Hosted, the API's sessions refuse a statement without a filter, also inside a function.
  rule('no function of the product changes or deletes without a filter', ['functions'], [], async ({ query }) => {
    const { rows } = await query(
      `select p.oid::regprocedure::text as name, statement[1] as statement from pg_proc p,
         regexp_matches(p.prosrc, '((?:update\\s+[\\w.]+(?:\\s+as)?(?:\\s+\\w+)?\\s+set|delete\\s+from)\\s[^;]*)', 'gi') statement
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and statement[1] !~* '\\mwhere\\M'`,
    );
    return rows;
  }),
];
