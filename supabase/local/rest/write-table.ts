import type { Query } from '#local/db/port.ts';
import { buildSelect } from './build-select.ts';
import { type Conflict, deleteSql, insertSql, onlyColumns, returnedColumns, UPDATED_SETTING, updateSql } from './build-write.ts';
import { CONTENT_TYPE } from './media-type.ts';
import { parseClauses } from './parse-clauses.ts';
import { parseSelect } from './parse-select.ts';
import { parseChange, parsePayload, readJsonText } from './payload.ts';
import { appliedPreferences } from './preferences.ts';
import type { Clauses, Filter, SelectItem } from './query-types.ts';
import { answerSql, bodyIn, contentRange } from './read-table.ts';
import { RestError, unsupported } from './rest-error.ts';
import type { RestRequest } from './rest-request.ts';
import { type Outcome, runStatement } from './run-statement.ts';
import type { Table } from './schema-cache.ts';
import { createParameters, type Parameters } from './sql-text.ts';
import { splitOutside, unquote } from './split-text.ts';

function conflictOf({ preferences, query }: RestRequest): Conflict | null {
  if (preferences.resolution === null) return null;
  const given = query.get('on_conflict') ?? '';
  const columns = given === '' ? [] : splitOutside(given, ',', 'on_conflict parameter').map((name) => unquote(name.trim()));
  return { resolution: preferences.resolution, columns };
}

function refuseWindow({ limit, offset, order }: Clauses): void {
  if (limit === null && offset === 0) return;
  if (order.length > 0) throw unsupported('A limit or offset on a write');
  throw new RestError({
    status: 400,
    code: 'PGRST109',
    message: "A 'limit' was applied without an explicit 'order'",
    hint: "Apply an 'order' using unique column(s)",
  });
}

type Write = {
  readonly table: Table;
  readonly filters: readonly Filter[];
  readonly returned: readonly string[];
  readonly parameters: Parameters;
};

async function writeSql({ table, filters, returned, parameters }: Write, request: RestRequest): Promise<string> {
  const context = { cache: request.cache, parameters };
  if (request.method === 'DELETE') return deleteSql(table, filters, returned, context);
  const text = await readJsonText(request.raw);
  const columns = request.query.get('columns');
  if (request.method === 'PATCH') return updateSql(table, parseChange(text, columns), filters, returned, context);
  return insertSql(table, parsePayload(text, columns), conflictOf(request), returned, context);
}

type Prepared = { readonly sql: string; readonly params: readonly string[] };

async function prepare(table: Table, request: RestRequest): Promise<Prepared> {
  const parameters = createParameters();
  const context = { cache: request.cache, parameters };
  const isReturned = request.preferences.return === 'representation';
  const items: SelectItem[] = isReturned ? parseSelect(request.query.get('select')) : [];
  const clauses = parseClauses(request.query, parseSelect(request.query.get('select')));
  refuseWindow(clauses);
  if (!isReturned) {
    const sql = await writeSql({ table, filters: clauses.filters, returned: [], parameters }, request);
    return { sql: `with _w as (${sql}) select '' as body, count(*) as count, null as total from _w`, params: parameters.values };
  }
  const returned = [...new Set([...returnedColumns(table, items, context), ...table.primaryKey])];
  const sql = await writeSql({ table, filters: request.method === 'POST' ? [] : clauses.filters, returned, parameters }, request);
  // PostgREST asks the trees of `and` and `or` again of what was written, which knows the returned columns alone.
  const filters = clauses.filters.filter(({ kind }) => kind === 'logic');
  const source = onlyColumns(table, returned);
  const select = buildSelect({ source, from: '_w', table, items, clauses: { ...clauses, filters } }, context);
  return { sql: `with _w as (${sql}) ${answerSql(select, false)}`, params: parameters.values };
}

function respond(request: RestRequest, outcome: Outcome, status: number): Response {
  const isReturned = request.preferences.return === 'representation';
  const total = request.preferences.isCounted ? outcome.count : null;
  const headers = {
    ...appliedPreferences(request.preferences, request.method === 'POST' ? 'insert' : 'change'),
    'content-range': request.method === 'PATCH' ? contentRange(0, outcome.count, total) : `*/${total ?? '*'}`,
    ...(isReturned ? { 'content-type': CONTENT_TYPE[request.shape] } : {}),
  };
  return new Response(isReturned ? bodyIn(request.shape, outcome.body) : null, { status, headers });
}

/** POST, PATCH and DELETE on a table. */
export async function writeTable(table: Table, request: RestRequest): Promise<Response> {
  const statement = await prepare(table, request);
  const isReturned = request.preferences.return === 'representation';
  const isMerge = request.method === 'POST' && request.preferences.resolution === 'merge-duplicates';
  let updated = 0;
  const countUpdated = async (query: Query): Promise<void> => {
    const { rows } = await query('select current_setting($1, true) as updated', [UPDATED_SETTING]);
    updated = Number(rows[0]?.['updated'] ?? 0);
  };
  const outcome = await runStatement(request.db, request.caller, statement, {
    isReadOnly: false,
    mustBeOneRow: request.shape === 'object',
    ...(isMerge ? { afterwards: countUpdated } : {}),
  });
  if (request.method !== 'POST') return respond(request, outcome, isReturned ? 200 : 204);
  return respond(request, outcome, isMerge && outcome.count > 0 && updated === outcome.count ? 200 : 201);
}
