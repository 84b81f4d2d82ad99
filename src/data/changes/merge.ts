import { sameValue } from './same-value.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

type Fields = Record<string, unknown>;
type Rules = Pick<EntitySpec, 'groups' | 'perLeaf' | 'decision' | 'beside' | 'serverOwned'>;

/** Always the server's, in every record. */
const SERVER_OWNED = new Set(['id', 'company_id', 'created_at', 'updated_at', 'rev']);

export type Merge<T = SyncedRecord> = {
  readonly merged: T;
  /** Fields (or leaves) that both sides changed to different values. */
  readonly conflicts: readonly string[];
};

/**
 * Three-way merge per field, group or leaf: what only one side changed is taken from that side. What both changed stays the server's and is
 * named in `conflicts` — or is mine with `prefer: 'mine'`, when "theirs" is only my own earlier version as the server completed it.
 * Without a base every difference counts as changed on both sides.
 */
export function mergeRecords<T extends SyncedRecord>(
  rules: Rules,
  { base, mine, theirs }: { base: T | null; mine: T; theirs: T },
  prefer: 'theirs' | 'mine' = 'theirs',
): Merge<T> {
  const merged = structuredClone(theirs) as unknown as Fields;
  const conflicts: string[] = [];
  for (const unit of units(rules, [base, mine, theirs])) {
    const changedHere = unit.filter((path) => base === null || !sameValue(at(base, path), at(mine, path)));
    if (changedHere.length === 0 || unit.every((path) => sameValue(at(mine, path), at(theirs, path)))) continue;
    const isChangedThere = base === null || unit.some((path) => !sameValue(at(base, path), at(theirs, path)));
    if (isChangedThere && prefer === 'theirs') conflicts.push(...unit.filter((path) => !saysTheSame(at(mine, path), at(theirs, path))));
    else for (const path of isChangedThere ? changedHere : unit) put(merged, path, at(mine, path));
  }
  const { beside = [] } = rules;
  const isSame = conflicts.every((path) => (beside as readonly string[]).includes(path));
  return { merged: merged as unknown as T, conflicts: isSame ? [] : conflicts };
}

/** An app that did not know the field yet has said nothing of it: where the server has nothing either, nobody need choose. */
const saysTheSame = (mine: unknown, theirs: unknown): boolean =>
  sameValue(mine, theirs) || (mine === undefined && (theirs === null || sameValue(theirs, [])));

/** `target` with the named fields (or leaves) of `source`. */
export function pickFields(target: SyncedRecord, source: SyncedRecord, paths: readonly string[]): SyncedRecord {
  const result = structuredClone(target) as Fields;
  for (const path of paths) put(result, path, at(source, path));
  return result as SyncedRecord;
}

/** The fields (or leaves) in which two versions differ; all of the second's without a first. */
export function differences(rules: Rules, from: SyncedRecord | null, to: SyncedRecord): string[] {
  return units(rules, [from, to])
    .flat()
    .filter((path) => from === null || !sameValue(at(from, path), at(to, path)));
}

/** What merges as one: the groups, then every other field alone, and the leaves of the objects that merge leaf by leaf. */
function units(rules: Rules, versions: readonly (SyncedRecord | null)[]): (readonly string[])[] {
  const present = versions.filter((version) => version !== null) as unknown as Fields[];
  const { perLeaf = [], serverOwned = [] } = rules;
  const groups = groupsOf(rules, present as unknown as SyncedRecord[]);
  const grouped = new Set(groups.flat());
  const names = new Set(present.flatMap((version) => Object.keys(version)));
  const single = [...names].filter(
    (name) => !grouped.has(name) && !SERVER_OWNED.has(name) && !(serverOwned as readonly string[]).includes(name),
  );
  const leaves = (name: string) => new Set(present.flatMap((version) => leafPaths(name, version[name])));
  return [
    ...groups,
    ...single.flatMap((name) => ((perLeaf as readonly string[]).includes(name) ? [...leaves(name)] : [name]).map((path) => [path])),
  ];
}

/** Whoever decided has seen all that the decision is on, so once it was made on either side both come from one (SYNC-28). */
function groupsOf({ groups = [], decision }: Rules, [first, ...others]: readonly SyncedRecord[]): readonly (readonly string[])[] {
  const isDecided = decision?.made.some((path) => others.some((other) => first && !sameValue(at(first, path), at(other, path))));
  if (!decision || !isDecided) return groups;
  const bound = [...decision.made, ...decision.on];
  return [bound, ...groups.filter((group) => !group.some((path) => bound.includes(path)))];
}

function leafPaths(path: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(`${path}.${key}`, inner));
}

function at(record: SyncedRecord, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Fields)[key] : undefined), record);
}

function put(record: Fields, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce<Fields>((inside, key) => (inside[key] ??= {}) as Fields, record);
  if (value === undefined) delete parent[last];
  else parent[last] = structuredClone(value);
}
