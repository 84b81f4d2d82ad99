import { authorise, type CommandContext, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Collection } from '#data/core/stored-form.ts';
import { editRecord, openedAgain } from '#data/core/edit-record.ts';
import { refuseInUse } from '#data/core/in-use.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { type DirectoryInput, type DirectoryName, directories } from '#domain/directories.ts';
import { AppError } from '#domain/errors.ts';
import type { DirectorySpec } from '#domain/shared/define-directory.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { RecordIn } from '#domain/registry.ts';

/** Makes a vendor, customer, product …; throws AppError `invalid_input` with the fields, or `not_allowed`. */
export async function createEntry<N extends DirectoryName>(
  db: CompanyDatabase,
  name: N,
  input: DirectoryInput<N>,
  ctx: CommandContext,
): Promise<RecordIn<N>> {
  return createEntryOfDraft(db, name, { id: ctx.newId(), input }, ctx);
}

export type EntryDraft<N extends DirectoryName> = {
  readonly id: string;
  readonly input: DirectoryInput<N>;
  /** What the form showed before anybody typed. */
  readonly before?: Partial<DirectoryInput<N>>;
};

/** The same of a draft: a second call for its id changes what the first one wrote. */
export async function createEntryOfDraft<N extends DirectoryName>(
  db: CompanyDatabase,
  name: N,
  { id, input, before }: EntryDraft<N>,
  ctx: CommandContext,
): Promise<RecordIn<N>> {
  const { input: schema, resource } = directories[name];
  const values = parseInput(schema, input);
  authorise(ctx, `${resource}.create`);
  const opened = await openedAgain(db, name, id, before);
  if (opened) return editEntry(db, name, { id, input, opened }, ctx);
  await refuseTaken(db, name, values);
  return insertRecord(db, name, { ...newRecord(ctx), id, ...values } as RecordIn<N>);
}

export type EntryEdit<N extends DirectoryName> = {
  readonly id: string;
  readonly input: DirectoryInput<N>;
  /** What the form showed when it opened: only what was really changed is saved. */
  readonly opened?: Partial<DirectoryInput<N>>;
};

export async function editEntry<N extends DirectoryName>(
  db: CompanyDatabase,
  name: N,
  { id, input, opened = {} }: EntryEdit<N>,
  ctx: CommandContext,
): Promise<RecordIn<N>> {
  const { input: schema, resource } = directories[name];
  const values = parseInput(schema, input);
  authorise(ctx, `${resource}.update`);
  await refuseTaken(db, name, values, id);
  return editRecord(db, name, id, { opened: opened as Partial<RecordIn<N>>, values: values as object as Partial<RecordIn<N>> });
}

/** AppError `invalid_input` where another record has what only one may have: the server would refuse it, too. */
async function refuseTaken(db: CompanyDatabase, name: DirectoryName, values: object, id?: string): Promise<void> {
  const { unique = [] }: DirectorySpec = directories[name];
  const bare = (record: object, field: string) =>
    String(Object.entries(record).find(([key]) => key === field)?.[1] ?? '')
      .trim()
      .toUpperCase();
  for (const field of unique) {
    const wanted = bare(values, field);
    if (wanted === '') continue;
    const others = await (db.collections[name] as Collection<SyncedRecord>).find().exec();
    if (others.some((other) => other.id !== id && bare(other.toMutableJSON(), field) === wanted))
      throw new AppError('invalid_input', { issues: [{ path: field, message: 'taken' }] });
  }
}

/** What is inactive stays on existing records but is no longer offered for new ones. */
export async function setEntryActive<N extends DirectoryName>(
  db: CompanyDatabase,
  name: N,
  change: { readonly id: string; readonly isActive: boolean },
  ctx: CommandContext,
): Promise<RecordIn<N>> {
  authorise(ctx, `${directories[name].resource}.update`);
  return changeRecord(db, name, change.id, (current) => ({ ...current, is_active: change.isActive }));
}

/** Only what no other record needs can be deleted. Lines of invoices are copies: a product can go at any time. */
export async function deleteEntry(db: CompanyDatabase, name: DirectoryName, id: string, ctx: CommandContext): Promise<void> {
  authorise(ctx, `${directories[name].resource}.delete`);
  await refuseInUse(db, name, id);
  await removeRecord(db, name, id);
}
