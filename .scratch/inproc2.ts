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
for (;;) { const a = await pull(state); state = { epoch: a.epoch, access: a.access, mark: a.mark, cursors: Object.fromEntries(Object.entries<any>(a.collections).map(([k, v]) => [k, v.cursor])) }; if (!Object.values<any>(a.collections).some((c) => c.more)) break; }
async function time(what: string, run: () => Promise<unknown>, n = 400) { for (let i = 0; i < 50; i++) await run(); const c = process.cpuUsage(); const t = performance.now(); for (let i = 0; i < n; i++) await run(); const u = process.cpuUsage(c); console.log(what.padEnd(50), ((performance.now() - t) / n).toFixed(3), 'ms; cpu', ((u.user + u.system) / 1000 / n).toFixed(3)); }
process.stdout.write("");

import { callerContext } from '#local/db/caller-context.ts';
import { PGlite } from '@electric-sql/pglite';
const ctx = callerContext(caller);
const lit = (t: string) => "'" + t.replaceAll("'", "''") + "'";
let n = 0; const inlined = ctx.sql.replaceAll(/\$\d+/g, (m) => lit(ctx.params[Number(m.slice(1)) - 1]!));
const asJson = "select set_config(key, value, true) from json_each_text($1)";
const obj = JSON.stringify({ role: 'authenticated', 'request.jwt.claims': JSON.stringify(claims), ...caller.settings });
await time('transaction with context', () => db.transaction(async () => {}, caller));
await time('tx + inlined via query', () => db.transaction(async (q) => { await q(inlined); }));
await time('tx + json_each', () => db.transaction(async (q) => { await q(asJson, [obj]); }));
await time('exec begin+inlined+commit', () => db.exec('begin; ' + inlined + '; commit'));
await time('exec begin+set local', () => db.exec(`begin; set local role authenticated; set local "request.jwt.claims" = ${lit(JSON.stringify(claims))}; set local search_path = "public", "extensions"; set local statement_timeout = '8s'; set local "request.method" = 'POST'; commit`));
await time('exec begin+commit', () => db.exec('begin; commit'));
await time('set_config 1 param inline', () => db.exec("begin; select set_config('role', 'authenticated', true); commit"));
await time('search_path only', () => db.exec("begin; select set_config('search_path', '\"public\", \"extensions\"', true); commit"));
process.exit(0);
