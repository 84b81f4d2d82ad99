import type { SyncIssue } from '#data/changes/issue.ts';
import { isUnheardOf, outboxKey } from '#data/changes/outbox-row.ts';
import { type CollectionName, type RecordIn, registry } from '#domain/registry.ts';
import { mergeRecords } from '#data/changes/merge.ts';
import { sameValue } from '#data/changes/same-value.ts';
import type { CompanyDatabase } from './company-database.ts';
import { readStored } from './stored.ts';
import { type Beside, changeRecord } from './write.ts';
import { onDevice } from '#data/device/storage-health.ts';

export type FormEdit<T> = {
  /** What the form showed when it opened. */
  readonly opened: Partial<T>;
  /** What it holds now. */
  readonly values: Partial<T>;
  /** What the form shows otherwise than it is stored: where that is as it was shown, it stays as it is stored. */
  readonly asShown?: (current: T) => Partial<T>;
  /** Refuses by throwing, given the newest version on this device. */
  readonly check?: (current: T) => void;
};

/**
 * Saves a form that may have stood open while the record changed underneath (SYNC-26): only what the person changed is written, and a field that
 * changed on both sides keeps its newer value, with mine as an issue. AppError `not_found` when the record is gone.
 */
export async function editRecord<N extends CollectionName>(
  db: CompanyDatabase,
  name: N,
  id: string,
  { opened, values, asShown, check }: FormEdit<RecordIn<N>>,
): Promise<RecordIn<N>> {
  let issue: SyncIssue | null = null;
  const change = (current: RecordIn<N>) => {
    check?.(current);
    const asStored = storedAs(current, asShown?.(current) ?? {});
    const base = { ...current, ...asStored(opened) };
    const mine = { ...base, ...asStored(values) };
    const { merged, conflicts } = mergeRecords(registry[name], { base, mine, theirs: current });
    issue = conflicts.length > 0 ? overtaken(db, name, { base, mine, theirs: current }, conflicts) : null;
    return merged;
  };
  return changeRecord(
    db,
    name,
    id,
    change,
    asking(db, () => issue),
  );
}

/** The question goes down with the edit, in one transaction: a crash in between would lose my value without one. */
function asking({ device: { issues } }: CompanyDatabase, issue: () => SyncIssue | null): Beside {
  return {
    table: issues,
    read: async () => undefined,
    async take() {
      const asked = issue();
      if (asked) await onDevice(issues.put(asked));
      return true;
    },
    async giveBack() {
      const asked = issue();
      if (asked) await issues.delete(asked.id);
    },
  };
}

/**
 * What the form of a new record counts as having shown where that record is here already; null where it is not. What only this device knows of, the
 * form itself wrote, and saves it once more as it is now; else others may have changed it, and it counts what the form showed `before`.
 */
export async function openedAgain<T>(
  db: CompanyDatabase,
  name: CollectionName,
  id: string,
  before: Partial<T> = {},
): Promise<Partial<T> | null> {
  if (!(await readStored(db, name, [id])).has(id)) return null;
  return isUnheardOf(await db.device.outbox.get(outboxKey(name, id))) ? {} : before;
}

/** Fields of a form, each that is as `shown` as it is stored in `current`. */
const storedAs =
  <T extends object>(current: T, shown: Partial<T>) =>
  (fields: Partial<T>): Partial<T> => {
    const same = (Object.keys(shown) as (keyof T)[]).filter((field) => field in fields && sameValue(fields[field], shown[field]));
    return { ...fields, ...Object.fromEntries(same.map((field) => [field, current[field]])) };
  };

type Versions<N extends CollectionName> = { readonly base: RecordIn<N>; readonly mine: RecordIn<N>; readonly theirs: RecordIn<N> };

function overtaken<N extends CollectionName>(
  db: CompanyDatabase,
  collection: N,
  versions: Versions<N>,
  fields: readonly string[],
): SyncIssue {
  const key = outboxKey(collection, versions.mine.id);
  return {
    id: `${key}:${db.newRev()}`,
    key,
    company_id: db.companyId,
    collection,
    doc_id: versions.mine.id,
    kind: 'conflict',
    ...versions,
    fields,
    code: null,
    message: null,
    details: null,
    created_at: db.clock.now().toISOString(),
  };
}
