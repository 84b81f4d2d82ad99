import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import type { DirectoryName } from '#domain/directories.ts';
import { type ImportRun, importRecords } from './import-records.ts';

/** The import bound to the open company, and the records that a row may repeat; undefined while they are read. */
export function useImport(name: DirectoryName) {
  const { db, ctx } = useCompany();
  const { value: directory } = useDirectory(name);
  const existing = useMemo(() => directory?.entries.map(({ record }): object => record), [directory]);
  const run = useMemo(() => (wanted: ImportRun) => importRecords(db, wanted, ctx), [db, ctx]);
  return { existing, run };
}
