import { type CollectionName, COLLECTION_NAMES } from '#domain/registry.ts';
import type { Claims, Database, Query, Row } from '#local/db/port.ts';
import { type Builders, buildersFor, testId } from '#tests/support/builders.ts';
import { rolledBack } from '#tests/support/database.ts';
import { callerOf, insertAccounts, insertMembers, type Persona, personaId } from '#tests/support/personas.ts';

export const OURS = testId(0xa);
export const THEIRS = testId(0xb);
/** An id for a record that does not exist yet. */
export const FRESH = testId(0xf_ff);
export type Entity = Exclude<CollectionName, 'companies' | 'members' | 'period_figures'>;
/** What has rows of its own in a company that its members write, parents before children. */
export const ENTITIES = COLLECTION_NAMES.filter(
  (name): name is Entity => name !== 'companies' && name !== 'members' && name !== 'period_figures',
);

export type Outcome = { readonly count: number; readonly rows: readonly Row[] } & {
  readonly code: string | null;
  readonly message: string;
};

/** Two companies and everybody who might ask: `ours` with all members, `theirs` with the stranger as its owner. Rows by name. */
export type World = {
  readonly query: Query;
  readonly build: Builders;
  /** One row of each entity per company, made by the owner, plus the special ones that rules name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Runs a statement as the persona and undoes it. Refusals are outcomes, not exceptions. */
  as(persona: Persona, sql: string, params?: readonly unknown[], claims?: Partial<Claims>): Promise<Outcome>;
  /** Runs several statements as the platform, then lets `check` look, then undoes all of it. */
  given<T>(sql: readonly (readonly [string, unknown[]?])[], check: () => Promise<T>): Promise<T>;
};

const AUTHORED: ReadonlySet<string> = new Set([
  'invoices',
  'delivery_notes',
  'payments',
  'recurring_invoices',
  'expenses',
  'recurring_expenses',
  'files',
]);

const lineOf = async (query: Query, invoice: string) =>
  String((await query('select id from public.invoice_items where invoice_id = $1', [invoice])).rows[0]?.['id']);

/** Of the month that is closed. */
const figuresOf = async (query: Query, company: string) =>
  String((await query('select id from public.period_figures where company_id = $1', [company])).rows[0]?.['id']);

async function insertRows(query: Query, build: Builders): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [side, company_id, author] of [
    ['ours', OURS, 'owner'],
    ['theirs', THEIRS, 'stranger'],
  ] as const) {
    const created_by = personaId(author);
    for (const entity of ENTITIES) {
      const more = AUTHORED.has(entity) ? { created_by } : entity === 'activity_log' ? { actor_id: created_by } : {};
      ids[`${side} ${entity}`] = (await build[entity]({ company_id, ...more })).id;
    }
    const draft = { company_id, invoice_id: ids[`${side} invoices`], quantity: 1, tax_rate: 0, tax_category: 'Z' };
    ids[`${side} invoice_items`] = (await build.invoice_items(draft)).id;
    const issued = await build.issued({ company_id, created_by });
    ids[`${side} issued`] = issued.id;
    ids[`${side} issued item`] = await lineOf(query, issued.id);
    const series = { company_id, recurring_invoice_id: ids[`${side} recurring_invoices`] };
    ids[`${side} recurring_invoice_items`] = (await build.recurring_invoice_items(series)).id;
    ids[`${side} period_figures`] = await figuresOf(query, company_id);
    ids[`${side} bank_accounts`] = (await build.bank_accounts({ company_id })).id;
  }
  const own = { company_id: OURS, created_by: personaId('employee') };
  for (const status of ['pending', 'approved', 'rejected', 'reimbursed'])
    ids[`employee ${status}`] = (await build.expenses({ ...own, status })).id;
  ids['confidential file'] = (await build.files({ company_id: OURS, confidential: true })).id;
  ids['employee file'] = (await build.files({ ...own, confidential: true, expense_id: ids['employee pending'] })).id;
  ids['employee kept file'] = (await build.files({ ...own, expense_id: ids['employee approved'] })).id;
  return ids;
}

async function insertObjects(query: Query, ids: Readonly<Record<string, string>>): Promise<void> {
  await query(
    `insert into storage.objects (bucket_id, name, owner_id, version)
     select 'uploads', f.path, f.created_by, f.id::text from public.files f where f.id = any ($1)`,
    [Object.entries(ids).flatMap(([name, id]) => (name.includes('file') ? [id] : []))],
  );
  await query("insert into storage.objects (bucket_id, name, owner_id, version) values ('uploads', $1, $2, 'waiting')", [
    `${OURS}/waiting.pdf`,
    personaId('employee'),
  ]);
}

async function undone<T>(query: Query, run: () => Promise<T>): Promise<T> {
  await query('savepoint rule');
  try {
    return await run();
  } finally {
    // The released name uncovers the outer savepoint of the same name.
    await query('rollback to savepoint rule');
    await query('release savepoint rule');
  }
}

const DONE = { code: null, message: '' };

async function outcomeOf(query: Query, sql: string, params: readonly unknown[]): Promise<Outcome> {
  try {
    return { ...(await query(sql, params)), ...DONE };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === undefined) throw error;
    return { count: 0, rows: [], code, message };
  }
}

/** Builds the world inside a transaction, lets `look` ask its questions, and undoes everything. */
export function inWorld<T>(db: Database, look: (world: World) => Promise<T>): Promise<T> {
  return rolledBack(db, undefined, async (query) => {
    await insertAccounts(query);
    const build = buildersFor(query, 0x100);
    await build.company({ id: OURS, name: 'Ours' });
    await build.company({ id: THEIRS, name: 'Theirs' });
    await insertMembers(query, OURS);
    await query('insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)', [THEIRS, personaId('stranger')]);
    const ids = await insertRows(query, build);
    await insertObjects(query, ids);
    await query('set constraints all immediate');
    return look({
      query,
      build,
      ids,
      as: (persona, sql, params = [], claims = {}) =>
        undone(query, async () => {
          const caller = callerOf(persona);
          await query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
            caller.role,
            JSON.stringify({ ...caller.claims, ...claims }),
          ]);
          return outcomeOf(query, sql, params);
        }),
      given: (statements, check) =>
        undone(query, async () => {
          for (const [sql, params] of statements) await query(sql, params);
          return check();
        }),
    });
  });
}
