import type { CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { PullAnswer } from './transport.ts';

/** Rows of one collection; null where the server has none, or none for these eyes. */
export type Chunk = { readonly name: CollectionName; readonly rows: readonly (readonly [id: string, row: SyncedRecord | null])[] };

/** An answer in pieces of at most so many rows: each is decided and written by itself. */
export function chunksOf(names: readonly CollectionName[], answer: PullAnswer, size: number): Chunk[] {
  return names.flatMap((name) => {
    const page = answer.collections[name];
    if (!page) return [];
    const rows = [...page.rows.map((row) => [row.id, row] as const), ...page.deleted.map((id) => [id, null] as const)];
    return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => ({
      name,
      rows: rows.slice(index * size, (index + 1) * size),
    }));
  });
}
