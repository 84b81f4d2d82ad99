import type { CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { PullAnswer } from './transport.ts';

/** Rows of one collection; null where the server has none, or none for these eyes. */
export type Chunk = { readonly name: CollectionName; readonly rows: readonly (readonly [id: string, row: SyncedRecord | null])[] };

/** An answer in steps of at most so many rows, of one collection or of several: each is decided and written by itself. */
export function stepsOf(names: readonly CollectionName[], answer: PullAnswer, size: number): Chunk[][] {
  const steps: Chunk[][] = [];
  let room = 0;
  for (const name of names) {
    const page = answer.collections[name];
    if (!page) continue;
    const rows = [...page.rows.map((row) => [row.id, row] as const), ...page.deleted.map((id) => [id, null] as const)];
    for (let from = 0; from < rows.length;) {
      if (room === 0) {
        steps.push([]);
        room = size;
      }
      const part = rows.slice(from, from + room);
      steps.at(-1)?.push({ name, rows: part });
      [from, room] = [from + part.length, room - part.length];
    }
  }
  return steps;
}
