/** What a database engine said, in the same shape for every engine. `code` is the SQLSTATE. */
export type DatabaseErrorFields = {
  readonly message: string;
  readonly code: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly constraint: string | null;
};

/** A refusal or failure reported by PostgreSQL. */
export class DatabaseError extends Error implements DatabaseErrorFields {
  override readonly name = 'DatabaseError';
  readonly code: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly constraint: string | null;

  constructor(fields: DatabaseErrorFields) {
    super(fields.message);
    this.code = fields.code;
    this.detail = fields.detail;
    this.hint = fields.hint;
    this.table = fields.table;
    this.column = fields.column;
    this.constraint = fields.constraint;
  }
}

/** The database did not answer, or broke off: nobody knows whether what was asked of it last was done. It may come back by itself. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

const CONNECTION_CALLS = new Set(['connect', 'getaddrinfo', 'read', 'write']);
/** Broken connections (class 08), a server that stops or starts, and one that has no connection left. */
const AWAY_STATES = /^(?:08...|57P0[123]|53300)$/;
/** What the client library says without any code. */
const AWAY_WORDS = /^(?:Connection terminated|timeout expired|Client (?:has encountered|was closed))/;

/** What a function raises by such a name is its own word: the server is there. */
const isRaised = (error: Error): boolean => Reflect.get(error, 'routine') === 'exec_stmt_raise';

/** Whether the failure is one of the way to the database, not of what was asked. */
function isAway(error: Error): boolean {
  const code = text(Reflect.get(error, 'code'));
  const call = text(Reflect.get(error, 'syscall'));
  // Of several addresses that all failed Node tells the codes alone.
  const isUnreached = error instanceof AggregateError && error.errors.every((one) => one instanceof Error && isAway(one));
  return (
    isUnreached ||
    (call !== null && CONNECTION_CALLS.has(call)) ||
    (code === null ? AWAY_WORDS.test(error.message) : AWAY_STATES.test(code) && !isRaised(error))
  );
}

/** An error of the connection to a server as `DatabaseUnavailable`, any other as `asDatabaseError` has it. */
export function asServerError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError || error instanceof DatabaseUnavailable) return error;
  return isAway(error) ? new DatabaseUnavailable(error.message, { cause: error }) : asDatabaseError(error);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The engine's error as a `DatabaseError`; anything that carries no SQLSTATE is returned as it is. */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  if (!(error instanceof Error)) return error;
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(error));
  const code = text(fields['code']);
  if (code === null || !/^[0-9A-Z]{5}$/.test(code)) return error;
  return new DatabaseError({
    message: error.message,
    code,
    detail: text(fields['detail']),
    hint: text(fields['hint']),
    table: text(fields['table']),
    column: text(fields['column']),
    constraint: text(fields['constraint']),
  });
}
