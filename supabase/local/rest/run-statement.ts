import type { Caller, Database, Query } from '#local/db/port.ts';
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
export function runStatement(db: Database, caller: Caller, { sql, params }: Statement, options: RunOptions): Promise<Outcome> {
  return db.transaction(
    async (query) => {
      const { rows } = await query(sql, params);
      const row = rows[0] ?? {};
      const count = Number(row['count']);
      if (options.mustBeOneRow && count !== 1) throw notOneRow(count);
      await options.afterwards?.(query);
      return { body: String(row['body']), count, total: row['total'] === null ? null : Number(row['total']) };
    },
    inRequest(caller, options.isReadOnly),
  );
}
