import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Access, can, PERMISSION_KEYS, type PermissionKey } from '#domain/access/access.ts';
import { PRESETS } from '#domain/access/presets.ts';
import type { Query } from '#local/db/port.ts';
import { inWorld, OURS, THEIRS, type World } from '#tests/db/world.ts';
import { insertOf } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { callerOf, PERSONAS, type Persona, personaId } from '#tests/support/personas.ts';
import { ENTRY, type Open, operationsOf, type Side } from './operations.ts';

const db = await openTestDatabase(oneEngine());
afterAll(() => db.close());

/**
 * Tries each statement, notes whether it touched a row, and takes it back: one call instead of four round trips each.
 * Never with `returning`, which would ask the select policy as well.
 */
const PROBE = `create function public.probe_all(p_statements text[]) returns text[] language plpgsql as $$
  declare v_answers text[] := '{}'; v_sql text; v_count int;
  begin
    foreach v_sql in array p_statements loop
      begin
        execute v_sql;
        get diagnostics v_count = row_count;
        raise exception using errcode = 'UNDO1', message = case when v_count > 0 then 'done' else 'refused' end;
      exception
        when sqlstate 'UNDO1' then v_answers := v_answers || sqlerrm;
        when insufficient_privilege then v_answers := v_answers || 'refused'::text;
        when others then v_answers := v_answers || (sqlstate || ' ' || sqlerrm);
      end;
    end loop;
    return v_answers;
  end $$`;

async function probe(query: Query, persona: Persona, statements: readonly string[]): Promise<readonly string[]> {
  const caller = callerOf(persona);
  await query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
    caller.role,
    JSON.stringify(caller.claims),
  ]);
  const { rows } = await query('select public.probe_all($1) as answers', [statements]);
  await query("select set_config('role', 'none', true)");
  return rows[0]?.['answers'] as string[];
}

const opens = (access: Access, open: Exclude<Open, 'none'>): boolean => {
  if (open === 'member') return true;
  return 'all' in open ? open.all.every((key) => can(access, key)) : open.some((key) => can(access, key));
};

/** What differs from the expectation, one line each. */
async function surprises(world: World, persona: Persona, access: Access | null): Promise<string[]> {
  const found: string[] = [];
  // What is whose own is told of the employee.
  const sides: readonly Side[] = persona === 'employee' ? ['ours', 'own', 'theirs'] : ['ours', 'theirs'];
  for (const side of sides) {
    const asked = operationsOf(world.ids, side);
    const answers = await probe(
      world.query,
      persona,
      asked.map(({ sql }) => sql),
    );
    asked.forEach(({ table, verb, open, sql }, at) => {
      const isMine = persona === 'stranger' ? side === 'theirs' : side !== 'theirs' && access !== null;
      const isOpen = isMine && open !== 'none' && (persona === 'stranger' || opens(access!, open));
      const wanted = isOpen ? 'done' : 'refused';
      // Nobody's: whatever the reason, as long as nothing happens.
      if (answers[at] === wanted || (isMine && open === 'none' && answers[at] !== 'done')) return;
      found.push(`${side}: ${verb} ${table}: ${answers[at]}, not ${wanted} (${sql})`);
    });
  }
  return found;
}

const holding = (key: PermissionKey): Access => ({ userId: personaId('employee'), isOwner: false, isAdmin: false, keys: new Set([key]) });
const accessOf = (persona: (typeof PERSONAS)[number]): Access | null =>
  persona === 'anonymous' || persona === 'stranger'
    ? null
    : { ...PRESETS[persona], userId: personaId(persona), keys: new Set(PRESETS[persona].keys) };

const bySubject = new Map<string, readonly string[]>();
let tables: readonly unknown[] = [];
let asked: readonly string[] = [];
beforeAll(async () => {
  await inWorld(db, async (world) => {
    await world.query(PROBE);
    await world.query('grant execute on function public.probe_all(text[]) to anon, authenticated');
    await world.query('insert into public.company_mail_settings (company_id) values ($1), ($2)', [OURS, THEIRS]);
    for (const [side, company] of [
      ['ours', OURS],
      ['theirs', THEIRS],
    ] as const) {
      const [file, entry] = [world.ids[`${side} files`], world.ids[`${side} activity_log`]];
      await world.query("insert into public.file_checks (file_id, company_id, sha256, size) values ($1, $2, repeat('a', 64), 1)", [
        file,
        company,
      ]);
      await world.query(
        `insert into public.activity_records (company_id, activity_id, bank_data, content, collection, confidential, record)
         values ($1, $2, 'none', 'record', 'expense_categories', false, '{}')`,
        [company, entry],
      );
      await world.query("insert into public.company_origins (company_id, imported_by, names, emails) values ($1, $2, '{}', '{}')", [
        company,
        personaId('owner'),
      ]);
      await world.query(...insertOf('ledger_entries', { ...ENTRY, company_id: company, record_id: company, seq: 1000 }));
    }
    for (const company of [OURS, THEIRS])
      await world.query("insert into public.invites (company_id, email) values ($1, 'guest@kontor.example')", [company]);
    await world.query("insert into public.company_user_permissions values ($1, $2, 'reports.view')", [THEIRS, personaId('stranger')]);
    const { rows } = await world.query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p') order by relname",
    );
    tables = rows.map((row) => row['relname']);
    asked = (['ours', 'own', 'theirs'] as const).flatMap((side) => operationsOf(world.ids, side).map(({ table }) => table));
    for (const persona of PERSONAS) bySubject.set(persona, await surprises(world, persona, accessOf(persona)));
    await world.query('delete from public.company_user_permissions where user_id = $1', [personaId('employee')]);
    for (const key of PERMISSION_KEYS) {
      const grant = ['insert into public.company_user_permissions values ($1, $2, $3)', [OURS, personaId('employee'), key]] as [
        string,
        unknown[],
      ];
      bySubject.set(key, await world.given([grant], () => surprises(world, 'employee', holding(key))));
    }
  });
});

test('every table a client can name is asked about', () => {
  expect([...new Set(asked)].toSorted()).toEqual(tables);
});

describe('whoever holds nothing but one key does exactly what it opens, on others’ and on own records, and nothing elsewhere', () => {
  test.each(PERMISSION_KEYS)('%s', (key) => expect(bySubject.get(key)).toEqual([]));
});

describe('every preset does exactly what its keys open, on every table', () => {
  test.each(PERSONAS)('%s', (persona) => expect(bySubject.get(persona)).toEqual([]));
});
