import type { DirectoryName } from '#domain/directories.ts';
import type { DirectoryPages } from '#domain/shared/directory-pages.ts';
import type { RecordIn } from '#domain/registry.ts';

/** What every page of a directory is drawn from. */
export type PageProps = { readonly name: DirectoryName; readonly pages: DirectoryPages };

/** A vendor, customer, product …: what all of them have. Their other fields are read by the name that the pages give. */
export type Entry = RecordIn<DirectoryName>;
export const valueOf = (record: Entry, field: string): unknown => (record as unknown as Readonly<Record<string, unknown>>)[field];
export function textOf(record: Entry, field: string): string {
  const value = valueOf(record, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
