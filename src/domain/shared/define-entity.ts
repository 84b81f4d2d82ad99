import type * as z from 'zod/mini';
import type { Cell } from '#domain/reports/cell.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

/** Fields whose values only make sense together; a merge takes all of them from one side. Leaves of a nested object are named `settings.tax.vat_id`. */
export type FieldGroup = readonly string[];

type Key<S extends z.ZodMiniObject> = Extract<keyof z.infer<S>, string>;

export type EntitySpec<Name extends string = string, S extends z.ZodMiniObject = z.ZodMiniObject> = {
  readonly name: Name;
  readonly schema: S;
  /** RxDB indexes, chosen for the screens' sorts; each ends with `id`, so that pages can continue after a row. `_deleted` is put in front by RxDB. */
  readonly indexes: readonly (readonly string[])[];
  /** Fields that exist only in the stored form because an indexed field can't be null, e.g. `expense_key` = `expense_id ?? ''`. */
  readonly derived?: Readonly<Record<string, { maxLength: number; from: (record: z.infer<S>) => string }>>;
  /** Fields that merge together (SYNC-21). */
  readonly groups?: readonly FieldGroup[];
  /** What a person decides in this record, and all that they look at when they do; a group that overlaps lies wholly inside (SYNC-28). */
  readonly decision?: { readonly made: FieldGroup; readonly on: FieldGroup };
  /** What a record adds to the sums that the storage keeps per month. */
  readonly tally?: (record: z.infer<S>) => readonly Cell[];
  /** Objects that merge leaf by leaf instead of as one value (SYNC-22). */
  readonly perLeaf?: readonly Key<S>[];
};

/** One synced table: its zod object, its indexes, how two versions of a record merge. */
export function defineEntity<const Name extends string, S extends z.ZodMiniObject>(spec: EntitySpec<Name, S>): EntitySpec<Name, S> {
  return spec;
}

export type RecordOf<C> = C extends EntitySpec<string, infer S> ? z.infer<S> & SyncedRecord : never;
