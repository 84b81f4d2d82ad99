import type { CollectionName } from '#domain/registry.ts';
import type { PushChange, PushResult } from '#data/changes/pushed.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Call, World } from './world.ts';

type Rows = ReadonlyMap<string, SyncedRecord>;

/** The ledger hears what a push has done. */
export function noteResults(
  world: World,
  who: string,
  { device, args }: Call,
  results: readonly PushResult[],
  { before, after }: { before: Rows; after: Rows },
): void {
  for (const [index, { id, collection, mutation_id }] of (args['p_changes'] as readonly PushChange[]).entries()) {
    const { status = '', message = '' } = results[index] ?? {};
    world.say(`${who} push executed ${world.name(id)} ${status} ${message ?? ''}`, status);
    world.ledger.applied(device.name, id, collection, mutation_id, before.get(id) ?? null, after.get(id) ?? null);
  }
}

/** The rows as the server has them, whoever may see them. */
export async function serverRows(
  world: World,
  companyId: string,
  changes: readonly { collection: CollectionName; id: string }[],
): Promise<Map<string, SyncedRecord>> {
  const found = new Map<string, SyncedRecord>();
  for (const name of world.collections) {
    const ids = changes.filter((change) => change.collection === name).map((change) => change.id);
    if (ids.length === 0) continue;
    const { rows } = await world.server.db.query(
      `select to_jsonb(t) as doc from public.${name} t where company_id = $1 and id = any ($2::uuid[])`,
      [companyId, ids],
    );
    for (const { doc } of rows) found.set((doc as SyncedRecord).id, doc as SyncedRecord);
  }
  return found;
}
