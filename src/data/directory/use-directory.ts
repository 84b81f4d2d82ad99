import { useMemo } from 'react';
import { combineLatest, EMPTY } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Collection } from '#data/core/stored-form.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { DIRECTORY_NAMES, type DirectoryInput, type DirectoryName } from '#domain/directories.ts';
import { REFERENCES, type RecordIn } from '#domain/registry.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import { type Directory, watchDirectory } from './directory.ts';
import {
  createEntry,
  createEntryOfDraft,
  deleteEntry,
  editEntry,
  type EntryDraft,
  type EntryEdit,
  setEntryActive,
} from './directory.commands.ts';

const watch = <N extends DirectoryName>(db: CompanyDatabase, name: N) =>
  watchDirectory(db.collections[name] as unknown as Collection<RecordIn<N>>);

/** All vendors, customers, products … of the company, sorted by name, live. */
export function useDirectory<N extends DirectoryName>(name: N) {
  const { db } = useCompany();
  return useObservable<Directory<RecordIn<N>>>(() => watch(db, name), [db, name]);
}

type Named = { readonly id: string; readonly name: string };
type Directories = Partial<Record<string, Directory<Named>>>;
const NONE: Directories = {};

/** The directories that fields with these names refer to; those of all records without names. None is read that nothing refers to. */
export function useReferredDirectories(references: EntitySpec['references'] = REFERENCES): Directories {
  const { db } = useCompany();
  const targets = new Set(Object.values(references).map(({ to }) => to));
  const names = DIRECTORY_NAMES.filter((name) => targets.has(name));
  const all$ = () => (names.length === 0 ? EMPTY : combineLatest(Object.fromEntries(names.map((name) => [name, watch(db, name)]))));
  return useObservable<Directories>(all$, [db, names.join()]).value ?? NONE;
}

/** The commands of a directory bound to the open company. */
export function useDirectoryCommands<N extends DirectoryName>(name: N) {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      create: (input: DirectoryInput<N>) => createEntry(db, name, input, ctx),
      createOfDraft: (draft: EntryDraft<N>) => createEntryOfDraft(db, name, draft, ctx),
      edit: (edit: EntryEdit<N>) => editEntry(db, name, edit, ctx),
      setActive: (change: { id: string; isActive: boolean }) => setEntryActive(db, name, change, ctx),
      remove: (id: string) => deleteEntry(db, name, id, ctx),
    }),
    [db, name, ctx],
  );
}
