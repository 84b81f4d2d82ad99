import { buildSelect, type SelectSql } from './build-select.ts';
import type { RestRequest } from './rest-request.ts';
import { settleWindow, parseClauses, rangeError } from './parse-clauses.ts';
import { CONTENT_TYPE, type Shape } from './media-type.ts';
import { parseSelect } from './parse-select.ts';
import type { Clauses } from './query-types.ts';
import { appliedPreferences } from './preferences.ts';
import { errorResponse } from './rest-error.ts';
import { type Outcome, runStatement } from './run-statement.ts';
import type { Table } from './schema-cache.ts';
import { createParameters, inPublic } from './sql-text.ts';

/** `body`, `count` and `total` for a select; the object form takes the brackets off the list. */
export function answerSql({ withoutWindow, window, matching }: SelectSql, isCounted: boolean): string {
  const total = isCounted ? `(select count(*) from (${matching}) _c)` : 'null';
  return `select coalesce(json_agg(_r), '[]')::text as body, count(_r) as count, ${total} as total from (${withoutWindow}${window}) _r`;
}

/** `[{…}]` → `{…}`: PostgreSQL put exactly one row into the list. */
export const bodyIn = (shape: Shape, body: string): string => (shape === 'object' ? body.slice(1, -1) : body);

export const contentRange = (offset: number, count: number, total: number | null): string =>
  `${count === 0 || total === 0 ? '*' : `${offset}-${offset + count - 1}`}/${total ?? '*'}`;

/** 200, 206 for a part of a counted whole, 416 beyond its end. */
export function windowResponse(outcome: Outcome, { offset }: Clauses, request: RestRequest): Response {
  const { count, total, body } = outcome;
  const range = contentRange(offset, count, total);
  const applied = appliedPreferences(request.preferences, 'read');
  if (total !== null && offset > total) {
    const refusal = rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`);
    return errorResponse(refusal, request.caller.role, { ...applied, 'content-range': range });
  }
  const headers = { ...applied, 'content-type': CONTENT_TYPE[request.shape], 'content-range': range };
  const status = total !== null && count < total ? 206 : 200;
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/** GET and HEAD on a table or view. */
export async function readTable(table: Table, request: RestRequest): Promise<Response> {
  const items = parseSelect(request.query.get('select'));
  const clauses = parseClauses(request.query, items);
  settleWindow(clauses, request);
  const parameters = createParameters();
  const select = buildSelect({ source: table, from: inPublic(table.name), table, items, clauses }, { ...request, parameters });
  const statement = { sql: answerSql(select, request.preferences.isCounted), params: parameters.values };
  const outcome = await runStatement(request.db, request.caller, statement, { isReadOnly: true, mustBeOneRow: request.shape === 'object' });
  return windowResponse({ ...outcome, body: bodyIn(request.shape, outcome.body) }, clauses, request);
}
