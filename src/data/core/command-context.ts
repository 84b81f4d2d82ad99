import * as z from 'zod/mini';
import { type Access, can, type PermissionKey } from '#domain/access/access.ts';
import { AppError } from '#domain/errors.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

/** Who acts, where, and what time it is there: everything a command needs besides the database and its input. */
export type CommandContext = {
  readonly companyId: string;
  readonly userId: string;
  readonly access: Access;
  readonly timezone: string;
  now(): Date;
  /** `YYYY-MM-DD` in the company's timezone. */
  today(): string;
  /** A UUIDv7. */
  newId(): string;
};

/** The parsed input, or AppError `invalid_input` with `issues: [{ path, message }]`. */
export function parseInput<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  throw new AppError('invalid_input', { issues: result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) });
}

/** Throws AppError `not_allowed` unless the person has the key. The server decides again. */
export function authorise(ctx: CommandContext, key: PermissionKey): void {
  if (!can(ctx.access, key)) throw new AppError('not_allowed', { key });
}

/** The common fields of a new record. `rev` is minted by the write, the times become the server's. */
export function newRecord(ctx: CommandContext): SyncedRecord {
  const at = ctx.now().toISOString();
  return { id: ctx.newId(), company_id: ctx.companyId, created_at: at, updated_at: at, rev: 'new' };
}
