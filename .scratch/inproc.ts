// PGlite in this process: what the pieces of a pull cost.
import { openPglite } from '#local/db/pglite.ts';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
const db = await openPglite({ dir: null, template: await databaseTemplate(readPlatformSql()) });
await seedDemo(db, { now: new Date('2026-06-15T09:00:00Z') });
await db.exec('analyze');
const { rows } = await db.query("select id::text from auth.users where email = 'demo@example.com'");
await db.query("insert into auth.sessions (id, user_id) values ('01970000-0000-7000-8000-000000000001', $1) on conflict do nothing", [rows[0]!['id']]).catch((e) => console.log(e.message));
const claims = { role: 'authenticated', sub: String(rows[0]!['id']), aal: 'aal1', session_id: '01970000-0000-7000-8000-000000000001' } as const;
const caller = { role: 'authenticated', claims, settings: { search_path: '"public", "extensions"', statement_timeout: '8s', 'request.method': 'POST' } } as const;
const names = ['companies','members','expense_categories','vendors','customers','products','invoices','payments','recurring_invoices','expenses','recurring_expenses','files','activity_log'];
let state: any = { epoch: null, access: null, mark: null, cursors: Object.fromEntries(names.map((n) => [n, 0])) };
const sql = `select coalesce(to_json(_v.v)::text, 'null') as body, 1 as count, null as total from (select _f as v from json_to_record($1::text::json) as _a(p_company uuid, p_state jsonb, p_limit integer), lateral public.sync_pull(p_company := _a.p_company, p_state := _a.p_state, p_limit := _a.p_limit) _f) _v`;
const pull = (st: any) => db.transaction(async (q) => JSON.parse(String((await q(sql, [JSON.stringify({ p_company: NORDLICHT.id, p_state: st, p_limit: 1000 })])).rows[0]!['body'])), caller);
const keep = async () => { for (;;) { const a = await pull(state); state = { epoch: a.epoch, access: a.access, mark: a.mark, cursors: Object.fromEntries(Object.entries<any>(a.collections).map(([k, v]) => [k, v.cursor])) }; if (!Object.values<any>(a.collections).some((c) => c.more)) break; } }; await keep(); if (process.argv[2]) { const { readFileSync } = await import('node:fs'); await db.exec(readFileSync(process.argv[2], 'utf8')); }
async function time(what: string, run: () => Promise<unknown>, n = 400) { for (let i = 0; i < 50; i++) await run(); const c = process.cpuUsage(); const t = performance.now(); for (let i = 0; i < n; i++) await run(); const u = process.cpuUsage(c); console.log(what.padEnd(50), ((performance.now() - t) / n).toFixed(3), 'ms; cpu', ((u.user + u.system) / 1000 / n).toFixed(3)); }
await time('transaction empty', () => db.transaction(async () => {}));
await time('transaction with context', () => db.transaction(async () => {}, caller));
await time('pull queryAs', () => db.queryAs(caller, sql, [JSON.stringify({ p_company: NORDLICHT.id, p_state: state, p_limit: 1000 })]));
await time('pull', () => pull(state));
await time('select 1 (no params)', () => db.query('select 1'));
await time('select $1', () => db.query('select $1::text', ['x']));
const arg = [NORDLICHT.id, JSON.stringify(state)];
await db.transaction(async (q) => {
  await time('in tx: raw select sync_pull', () => q('select public.sync_pull($1, $2, 500)', arg));
  await time('in tx: wrapped rest sql', () => q(sql, [JSON.stringify({ p_company: NORDLICHT.id, p_state: state, p_limit: 1000 })]));
  await time('in tx: require_member', () => q('select private.require_member($1)', [NORDLICHT.id]));
  await time('in tx: company_history', () => q('select private.company_history($1)', [NORDLICHT.id]));
  await time('in tx: log_heads', () => q('select * from private.log_heads($1)', [NORDLICHT.id]));
  await time('in tx: my_companies', () => q('select * from private.my_companies()', []));
  await time('in tx: second_factor', () => q('select * from private.second_factor_satisfied()', []));
  await time('in tx: access_fingerprint', () => q('select * from private.access_fingerprint($1)', [NORDLICHT.id]));
  await time('in tx: select 1', () => q('select 1', []));
}, caller);
process.exit(0);
