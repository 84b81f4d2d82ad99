import type { CollectionName, RecordIn } from '#domain/registry.ts';
import type { CompanyDatabase } from './company-database.ts';
import { AppError } from '#domain/errors.ts';
import { sameValue } from '#data/changes/same-value.ts';
import { readStored } from './stored.ts';
import { changeRecord, restoreRecord } from './write.ts';

export type Refused = { readonly id: string; readonly error: unknown };
export type BulkOutcome<R> = {
  readonly done: readonly string[];
  /** What the command made of those that are still there. */
  readonly made: ReadonlyMap<string, R>;
  /** Those that were left as they are, and why. */
  readonly refused: readonly Refused[];
  /** Those it did not come to, because the company was closed before: AppError `no_company`. */
  readonly untried: readonly Refused[];
  /** False where the company was closed before it could be read what came of them: done they are, but nothing takes them back. */
  readonly isKnown: boolean;
  /** Takes back what was done, as far as nobody has changed it since; resolves to those that could not be taken back. */
  undo(): Promise<readonly Refused[]>;
};

/** What the engine or the write itself fills in. */
const STAMPS = new Set(['id', 'company_id', 'created_at', 'updated_at', 'rev']);

/** One command on many records as they were shown, one after the other: a refusal of one leaves the others alone. */
export async function applyToAll<N extends CollectionName, S extends { readonly id: string }>(
  db: CompanyDatabase,
  name: N,
  { shown, act }: { shown: readonly S[]; act: (shown: S) => Promise<unknown> },
): Promise<BulkOutcome<RecordIn<N>>> {
  const ids = shown.map(({ id }) => id);
  const before = await readStored(db, name, ids);
  const { done, refused, untried } = await oneByOne(db, shown, act);
  const read = await readStored(db, name, done).catch(() => null);
  const made = read ?? new Map<string, RecordIn<N>>();
  const isDone = new Set(done);
  const undone = () =>
    oneByOne(
      db,
      shown.filter(({ id }) => isDone.has(id)),
      ({ id }) => takeBack(db, name, before.get(id), made.get(id)),
    );
  return { done, made, refused, untried, isKnown: read !== null, undo: async () => leftUndone(await undone()) };
}

async function oneByOne<R extends { readonly id: string }>(
  { rx }: CompanyDatabase,
  records: readonly R[],
  act: (record: R) => Promise<unknown>,
) {
  const done: string[] = [];
  const refused: Refused[] = [];
  for (const record of records) {
    const { id } = record;
    if (rx.closed) break;
    try {
      await act(record);
      done.push(id);
    } catch (error) {
      if (rx.closed) break; // cut off, not refused
      refused.push({ id, error });
    }
  }
  const rest = records.slice(done.length + refused.length);
  return { done, refused, untried: rest.map(({ id }) => ({ id, error: new AppError('no_company') })) };
}

/** Whatever was not done, and why. */
export const leftUndone = ({ refused, untried }: Pick<BulkOutcome<unknown>, 'refused' | 'untried'>): readonly Refused[] => [
  ...refused,
  ...untried,
];

/** A removed record comes back; of a changed one only the fields that the command changed, unless somebody changed them again. */
async function takeBack<N extends CollectionName>(db: CompanyDatabase, name: N, before?: RecordIn<N>, after?: RecordIn<N>): Promise<void> {
  if (!before) return;
  if (!after) return void (await restoreRecord(db, name, before));
  await changeRecord(db, name, before.id, (current) => reverted(current, before, after));
}

function reverted<T extends object>(current: T, before: T, after: T): T {
  const fields = (Object.keys(before) as (keyof T & string)[]).filter(
    (field) => !STAMPS.has(field) && !sameValue(before[field], after[field]) && sameValue(current[field], after[field]),
  );
  return { ...current, ...Object.fromEntries(fields.map((field) => [field, before[field]])) };
}
