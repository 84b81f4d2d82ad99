import type { Source } from './build-condition.ts';
import { buildSelect, windowSql } from './build-select.ts';
import { onlyColumns, returnedColumns } from './build-write.ts';
import { settleWindow, parseClauses } from './parse-clauses.ts';
import { looksLikeFilter } from './parse-filter.ts';
import { parseSelect } from './parse-select.ts';
import { parseJson, readJsonText } from './payload.ts';
import { appliedPreferences } from './preferences.ts';
import type { Clauses, SelectItem } from './query-types.ts';
import { answerSql, bodyIn, contentRange, windowResponse } from './read-table.ts';
import { badBody, RestError } from './rest-error.ts';
import type { RestRequest } from './rest-request.ts';
import { runStatement } from './run-statement.ts';
import type { SchemaCache, SqlFunction, Table } from './schema-cache.ts';
import { createParameters, inPublic, type Parameters, quoted } from './sql-text.ts';

const CLAUSE_KEYS = new Set(['select', 'order', 'limit', 'offset', 'and', 'or', 'not.and', 'not.or', 'columns', 'on_conflict', 'apikey']);

type Call = {
  /** The arguments as one JSON object. */ readonly json: string;
  readonly names: readonly string[];
  readonly rest: (readonly [string, string])[];
};

const isArgument = (key: string, value: string): boolean => !CLAUSE_KEYS.has(key) && !key.includes('.') && !looksLikeFilter(value);

async function readCall(request: RestRequest): Promise<Call> {
  const parameters = [...request.query];
  if (request.method !== 'POST') {
    const given = parameters.filter(([key, value]) => isArgument(key, value));
    return {
      json: JSON.stringify(Object.fromEntries(given)),
      names: given.map(([key]) => key),
      rest: parameters.filter(([key, value]) => !isArgument(key, value)),
    };
  }
  const text = await readJsonText(request.raw);
  const json = text === '' ? '{}' : text;
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badBody('All object keys must match');
  return { json, names: Object.keys(value), rest: parameters };
}

function notFound(name: string, names: readonly string[], isPost: boolean): RestError {
  const sorted = [...new Set(names)].toSorted();
  const list = sorted.join(', ');
  const withNames = sorted.length === 0 ? 'without parameters' : `with parameter${sorted.length > 1 ? 's' : ''} ${list}`;
  const unnamed = isPost ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function public.${name}${sorted.length === 0 ? ' without parameters' : `(${list})`} in the schema cache`,
    details: `Searched for the function public.${name} ${withNames}${unnamed}, but no matches were found in the schema cache.`,
  });
}

/** The overload whose arguments are exactly those given, apart from defaults. */
function findFunction(name: string, names: readonly string[], request: RestRequest): SqlFunction {
  const given = new Set(names);
  const fits = (candidate: SqlFunction): boolean =>
    candidate.arguments.every((argument) => argument.name !== '' && (!argument.isRequired || given.has(argument.name))) &&
    names.every((given_) => candidate.arguments.some((argument) => argument.name === given_));
  const [first, second] = (request.cache.functions.get(name) ?? []).filter(fits);
  if (second)
    throw new RestError({ status: 300, code: 'PGRST203', message: `Could not choose the best candidate function for public.${name}` });
  if (!first) throw notFound(name, names, request.method === 'POST');
  return first;
}

/** A function that doesn't answer a set answers one row, whatever a filter leaves of it. */
const ONE_ROW = 1;

type CallSql = { readonly call: string; /** Null: the call takes none. */ readonly from: string | null };

/** The call, and the arguments as typed columns of which it is made. */
function callParts(called: SqlFunction, { json, names }: Call, parameters: Parameters): CallSql {
  const used = called.arguments.filter(({ name }) => names.includes(name));
  if (used.length === 0) return { call: `${inPublic(called.name)}()`, from: null };
  const types = used.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
  const passed = used.map(({ name }) => `${quoted(name)} := _a.${quoted(name)}`).join(', ');
  return { call: `${inPublic(called.name)}(${passed})`, from: `json_to_record(${parameters.add(json)}::text::json) as _a(${types})` };
}

/** `from` text with the call named `_f`. */
function callSql(called: SqlFunction, asked: Call, parameters: Parameters): string {
  const { call, from } = callParts(called, asked, parameters);
  return from === null ? `${call} _f` : `${from}, lateral ${call} _f`;
}

/** One value, which nothing is taken from: the shortest statement, for each request has its own planned. */
function valueSql(called: SqlFunction, asked: Call, parameters: Parameters): string {
  const { call, from } = callParts(called, asked, parameters);
  return `select coalesce(to_json(${call})::text, 'null') as body, ${ONE_ROW} as count, null as total${from === null ? '' : ` from ${from}`}`;
}

/** What a function is asked for beside its arguments. */
function readingOf(call: Call, request: RestRequest): { items: SelectItem[]; clauses: Clauses } {
  const items = parseSelect(call.rest.some(([key]) => key === 'select') ? request.query.get('select') : null);
  const clauses = parseClauses(call.rest, items);
  settleWindow(clauses, request);
  return { items, clauses };
}

async function callForValue(called: SqlFunction, call: Call, request: RestRequest): Promise<Response> {
  const parameters = createParameters();
  const { items, clauses } = readingOf(call, request);
  const isReadOnly = request.method !== 'POST';
  // Filters and selections make no sense on a single value: their columns are unknown.
  if (call.rest.some(([key]) => key !== 'limit' && key !== 'offset')) {
    const source: Source = { name: called.name, columns: new Map() };
    buildSelect({ source, from: '', table: null, items, clauses }, { cache: request.cache, parameters: createParameters() });
  }
  const isCounted = request.preferences.isCounted;
  if (!called.isSet && !isCounted && clauses.limit === null && clauses.offset === 0) {
    const whole = { sql: valueSql(called, call, parameters), params: parameters.values };
    return windowResponse(await runStatement(request.db, request.caller, whole, { isReadOnly, mustBeOneRow: false }), clauses, request);
  }
  const rows = `with _w as (select _f as v from ${callSql(called, call, parameters)}) `;
  const windowed = `from (select v from _w${windowSql(clauses, request.maxRows)}) _v`;
  const sql = called.isSet
    ? `select coalesce(json_agg(_v.v), '[]')::text as body, count(*) as count, ${isCounted ? '(select count(*) from _w)' : 'null'} as total ${windowed}`
    : `select coalesce((select to_json(_v.v)::text ${windowed}), 'null') as body, ${ONE_ROW} as count, ${isCounted ? ONE_ROW : 'null'} as total`;
  const mustBeOneRow = called.isSet && request.shape === 'object';
  const statement = { sql: rows + sql, params: parameters.values };
  const outcome = await runStatement(request.db, request.caller, statement, { isReadOnly, mustBeOneRow });
  // The name that PostgREST's own SQL gives the value.
  const body = mustBeOneRow ? `{"pgrst_scalar":${bodyIn('object', outcome.body)}}` : outcome.body;
  return windowResponse({ ...outcome, body }, clauses, request);
}

async function callForNothing(called: SqlFunction, call: Call, request: RestRequest): Promise<Response> {
  const parameters = createParameters();
  const sql = `select '' as body, ${ONE_ROW} as count, null as total from (select _f from ${callSql(called, call, parameters)}) _v`;
  const statement = { sql, params: parameters.values };
  await runStatement(request.db, request.caller, statement, { isReadOnly: request.method !== 'POST', mustBeOneRow: false });
  const total = request.preferences.isCounted ? ONE_ROW : null;
  const headers = { ...appliedPreferences(request.preferences, 'read'), 'content-range': contentRange(0, ONE_ROW, total) };
  return new Response(null, { status: 204, headers });
}

async function callForRows(called: SqlFunction, call: Call, request: RestRequest): Promise<Response> {
  const parameters = createParameters();
  const context = { ...request, parameters };
  const { items, clauses } = readingOf(call, request);
  const table = tableOf(called, request.cache);
  // PostgREST takes from a function what is selected and nothing else: filters and orders know those columns alone.
  const columns = returnedColumns(table, items, context);
  const select = buildSelect({ source: onlyColumns(table, columns), from: '_w', table, items, clauses }, context);
  const list = columns.length === 0 ? '1' : columns.map((column) => `_f.${quoted(column)}`).join(', ');
  const rows = `with _w as (select ${list} from ${callSql(called, call, parameters)}) `;
  const mustBeOneRow = called.isSet && request.shape === 'object';
  const statement = { sql: `${rows}${answerSql(select, request.preferences.isCounted)}`, params: parameters.values };
  const outcome = await runStatement(request.db, request.caller, statement, { isReadOnly: request.method !== 'POST', mustBeOneRow });
  if (called.isSet) return windowResponse({ ...outcome, body: bodyIn(request.shape, outcome.body) }, clauses, request);
  const body = bodyIn('object', outcome.body);
  return windowResponse({ ...outcome, body: body === '' ? 'null' : body, count: ONE_ROW }, clauses, request);
}

/** The table whose rows it answers; rows of its own have no relations. */
function tableOf({ name, table, columns }: SqlFunction, cache: SchemaCache): Table {
  const known = table === null ? undefined : cache.tables.get(table);
  return known ?? { name, columns, primaryKey: [], uniqueKeys: [], foreignKeys: [] };
}

/** `/rpc/<name>`: POST with a JSON object, or GET with query parameters in a read-only transaction. */
export async function callFunction(name: string, request: RestRequest): Promise<Response> {
  if (request.method === 'PATCH' || request.method === 'DELETE')
    throw new RestError({ status: 405, code: 'PGRST101', message: `Cannot use the ${request.method} method on RPC` });
  const call = await readCall(request);
  const called = findFunction(name, call.names, request);
  if (called.isVoid) return callForNothing(called, call, request);
  return called.isScalar ? callForValue(called, call, request) : callForRows(called, call, request);
}
