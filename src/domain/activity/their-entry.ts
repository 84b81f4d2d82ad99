import type { ActivityEntry } from './activity-entry.ts';

type Question = {
  readonly kind: string;
  /** What both changed (`settings.tax.vat_id` for a leaf). */ readonly fields: readonly string[];
};
type Entry = Pick<ActivityEntry, 'type' | 'origin' | 'changes'>;

const isWithin = (path: string, other: string): boolean => path === other || path.startsWith(`${other}.`);

/**
 * The entry of the history (newest first) by which the server's version came to differ: of a conflict the newest one that changed a field both
 * changed, whatever happened to the record since; null where nothing was changed there, or the history does not tell.
 */
export function theirEntry<E extends Entry>({ kind, fields }: Question, entries: readonly E[]): E | null {
  const happened = entries.filter(({ origin }) => origin === 'trigger');
  const changes = ({ changes: its }: Entry) =>
    Object.keys(its).some((path) => fields.some((field) => isWithin(path, field) || isWithin(field, path)));
  if (kind === 'conflict') return happened.find(changes) ?? null;
  if (kind === 'deleted_there') return happened.find(({ type }) => type === 'deleted') ?? null;
  if (kind === 'edited_there') return happened.find(({ type }) => type !== 'created') ?? null;
  return null;
}
