import type { Caller, Database, Query, QueryResult } from '#local/db/port.ts';
import { RestError } from './rest-error.ts';

export type Statement = { readonly sql: string; readonly params: readonly string[] };
export type Outcome = {
  /** JSON text made by PostgreSQL. */
  readonly body: string;
  /** Rows in the body, or rows written. */
  readonly count: number;
  /** All rows that match, if counted. */
  readonly total: number | null;
};

export type RunOptions = {
  readonly isReadOnly: boolean;
  /** Refuses, and undoes, when the result is not exactly one row. */
  readonly mustBeOneRow: boolean;
  readonly afterwards?: (query: Query) => Promise<void>;
};

const notOneRow = (count: number): RestError =>
  new RestError({
    status: 406,
    code: 'PGRST116',
    message: 'JSON object requested, multiple (or no) rows returned',
    details: `The result contains ${count} rows`,
  });

/** As long as a hosted project gives a signed-in caller. The embedded engine knows no time limit. */
const STATEMENT_TIMEOUT = '8s';

/** PostgREST's transaction settings: names resolve in `public` and `extensions`, reads can't write. */
function inRequest(caller: Caller, isReadOnly: boolean): Caller {
  const settings = { search_path: '"public", "extensions"', statement_timeout: STATEMENT_TIMEOUT };
  return { ...caller, settings: { ...caller.settings, ...settings, ...(isReadOnly ? { transaction_read_only: 'on' } : {}) } };
}

/** Runs one statement that answers `body`, `count` and `total`, as the caller, in a transaction of its own. */
export async function runStatement(db: Database, caller: Caller, { sql, params }: Statement, options: RunOptions): Promise<Outcome> {
  const asking = inRequest(caller, options.isReadOnly);
  if (!options.mustBeOneRow && !options.afterwards) return outcomeOf(await db.queryAs(asking, sql, params));
  return db.transaction(async (query) => {
    const outcome = outcomeOf(await query(sql, params));
    if (options.mustBeOneRow && outcome.count !== 1) throw notOneRow(outcome.count);
    await options.afterwards?.(query);
    return outcome;
  }, asking);
}

function outcomeOf({ rows: [row = {}] }: QueryResult): Outcome {
  return { body: String(row['body']), count: Number(row['count']), total: row['total'] === null ? null : Number(row['total']) };
}
