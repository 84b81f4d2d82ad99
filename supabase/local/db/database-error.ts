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
