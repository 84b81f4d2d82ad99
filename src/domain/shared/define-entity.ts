import type * as z from 'zod/mini';
import type { Cell } from '#domain/reports/cell.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

/** Fields whose values only make sense together; a merge takes all of them from one side. Leaves of a nested object are named `settings.tax.vat_id`. */
export type FieldGroup = readonly string[];

/** The collections that kinds with few records share (decision 0012). */
export type Shelf = 'master_data';

type Key<S extends z.ZodMiniObject> = Extract<keyof z.infer<S>, string>;

/** Names of the icons that stand for an entity; `ui/entity-icons.ts` draws them. */
export type EntityIcon = 'box' | 'briefcase' | 'calendar-repeat' | 'cash' | 'invoice' | 'receipt' | 'repeat' | 'store' | 'tags' | 'users';

/** What the search finds a record by. */
export type SearchFace = {
  /** What the record is called; a match here ranks before one elsewhere. */
  readonly title: string;
  /** Everything else it is found by. */
  readonly text: string;
  /** The customer or vendor it belongs to: their name finds it, too, also after a change of name. */
  readonly partnerId: string | null;
  /** Later ranks first among equals. */
  readonly day: string;
};

/** A field that holds the id of another entity's record; with `protects` that record can't be deleted while one refers to it. */
export type Reference = { readonly to: string; readonly protects: boolean };

export type EntitySpec<Name extends string = string, S extends z.ZodMiniObject = z.ZodMiniObject> = {
  /** The synced table, and its name in sync, history and on the device. */
  readonly name: Name;
  readonly schema: S;
  /** The shared collection that a kind with few records lies in; without it, one of its own. */
  readonly shelf?: Shelf;
  /** What its permission keys begin with: `vendors` in `vendors.view`. */
  readonly resource: string;
  /** The namespace with the words of its fields. */
  readonly texts: string;
  /** Where its records are shown: each on a page of its own below `path`, or all of them there. */
  readonly page?: { readonly path: string; readonly isPerRecord: boolean };
  /** Its place in the navigation; groups are sorted by `place`. */
  readonly menu?: { readonly group: 'finance' | 'masterData'; readonly place: number; readonly icon: EntityIcon };
  /** Its place among what the search finds, and what a record is found by. */
  readonly search?: { readonly place: number; face(record: z.infer<S>): SearchFace };
  /** By field. */
  readonly references?: Readonly<Record<string, Reference>>;
  /** RxDB indexes, chosen for the screens' sorts; each ends with `id`, so that pages can continue after a row. `_deleted` is put in front by RxDB. */
  readonly indexes: readonly (readonly string[])[];
  /** Fields that exist only in the stored form because an indexed field can't be null, e.g. `expense_key` = `expense_id ?? ''`. */
  readonly derived?: Readonly<Record<string, { maxLength: number; from(record: z.infer<S>): string }>>;
  /** Fields that merge together (SYNC-21). */
  readonly groups?: readonly FieldGroup[];
  /** What a person decides in this record, and all that they look at when they do; a group that overlaps lies wholly inside (SYNC-28). */
  readonly decision?: { readonly made: FieldGroup; readonly on: FieldGroup };
  /** What a record adds to the sums that the storage keeps per month. */
  tally?(record: z.infer<S>): readonly Cell[];
  /** What goes along with a decision: where nothing else differs, both sides decided the same and nobody is asked. */
  readonly beside?: readonly Key<S>[];
  /** What the server finds of a record by itself: nobody edits it (SYNC-21). */
  readonly serverOwned?: readonly Key<S>[];
  /** Objects that merge leaf by leaf instead of as one value (SYNC-22). */
  readonly perLeaf?: readonly Key<S>[];
};

/** An entity: its table and zod object, how it is stored and merged, and its place in the frame of the app. Data only: what draws it is elsewhere. */
export function defineEntity<const Name extends string, S extends z.ZodMiniObject>(spec: EntitySpec<Name, S>): EntitySpec<Name, S> {
  return spec;
}

export type RecordOf<C> = C extends EntitySpec<string, infer S> ? z.infer<S> & SyncedRecord : never;
