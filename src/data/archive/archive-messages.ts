import type { ArchiveTableName } from '#domain/archive/archive-tables.ts';
import type { Row } from '#domain/archive/canonical.ts';
import type { ArchiveWriter } from '#domain/archive/archive-writer.ts';

type Finish = Parameters<ArchiveWriter['finish']>[0];
type About = Parameters<ArchiveWriter['writeTables']>[0];

/** What the page has the worker do; the answer to each is awaited before the next. */
export type ArchiveOrder =
  | { readonly call: 'open'; readonly handle: FileSystemFileHandle; readonly madeAt: Date }
  | { readonly call: 'begin'; readonly table: ArchiveTableName }
  | { readonly call: 'rows'; readonly table: ArchiveTableName; readonly rows: readonly Row[] }
  | { readonly call: 'writeTables'; readonly about: About }
  | { readonly call: 'file'; readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly call: 'finish'; readonly manifest: Finish }
  | { readonly call: 'close' }
  | { readonly call: 'discard' };

/** The answer to an order, or why it failed. */
export type ArchiveAnswer = { readonly result: unknown } | { readonly failure: string };
