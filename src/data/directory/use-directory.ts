import { useMemo } from 'react';
import { combineLatest } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Collection } from '#data/core/stored-form.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { DIRECTORY_NAMES, type DirectoryInput, type DirectoryName } from '#domain/directories.ts';
import type { RecordIn } from '#domain/registry.ts';
import { type Directory, watchDirectory } from './directory.ts';
import { createEntry, deleteEntry, editEntry, type EntryEdit, setEntryActive } from './directory.commands.ts';

const watch = <N extends DirectoryName>(db: CompanyDatabase, name: N) =>
  watchDirectory(db.collections[name] as unknown as Collection<RecordIn<N>>);

/** All vendors, customers, products … of the company, sorted by name, live. */
export function useDirectory<N extends DirectoryName>(name: N) {
  const { db } = useCompany();
  return useObservable<Directory<RecordIn<N>>>(() => watch(db, name), [db, name]);
}

/** All directories at once, for screens that name records of any kind. */
export function useDirectories(): Partial<Record<string, Directory<{ readonly id: string; readonly name: string }>>> {
  const { db } = useCompany();
  const all$ = () => combineLatest(Object.fromEntries(DIRECTORY_NAMES.map((name) => [name, watch(db, name)])));
  return useObservable(all$, [db]).value ?? {};
}

/** The commands of a directory bound to the open company. */
export function useDirectoryCommands<N extends DirectoryName>(name: N) {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      create: (input: DirectoryInput<N>) => createEntry(db, name, input, ctx),
      edit: (edit: EntryEdit<N>) => editEntry(db, name, edit, ctx),
      setActive: (change: { id: string; isActive: boolean }) => setEntryActive(db, name, change, ctx),
      remove: (id: string) => deleteEntry(db, name, id, ctx),
    }),
    [db, name, ctx],
  );
}
