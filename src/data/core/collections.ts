import type { RxCollection, RxDatabase } from 'rxdb';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { onShelf, SHELF_SCHEMA } from './shelf.ts';
import { type Collection, storedSchema } from './stored-form.ts';

/** Opens the kinds, by name: each in an RxDB collection of its own, or on the shelf that it shares. */
export async function openCollections(
  rx: RxDatabase,
  specs: readonly EntitySpec[],
): Promise<Readonly<Record<string, Collection<SyncedRecord>>>> {
  const creators = specs.map((spec) => (spec.shelf ? [spec.shelf, { schema: SHELF_SCHEMA }] : [spec.name, { schema: storedSchema(spec) }]));
  const opened = (await rx.addCollections(Object.fromEntries(creators))) as Readonly<Record<string, RxCollection<SyncedRecord>>>;
  return Object.fromEntries(
    specs.flatMap((spec) => {
      const collection = opened[spec.shelf ?? spec.name];
      return collection ? [[spec.name, spec.shelf ? onShelf(collection, spec) : collection]] : [];
    }),
  );
}
