import { listStoredIds, readStored } from '#data/core/stored.ts';
import { sameValue } from '#data/changes/same-value.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Device } from './device.ts';
import type { Server } from './server.ts';

/** What keeps the devices from being equal to the server as each of their users sees it. */
export async function converged(
  server: Server,
  devices: readonly Device[],
  companyId: string,
  isExempt: (id: string) => boolean = () => false,
): Promise<string[]> {
  const problems: string[] = [];
  for (const device of devices) {
    for (const name of device.db.names) {
      const theirs = await everything(server, device.userId, companyId, name);
      const ids = await listStoredIds(device.db, name, '', 10_000);
      const mine = await readStored(device.db, name, ids);
      for (const [id, row] of theirs) {
        if (isExempt(id)) continue;
        if (!mine.has(id)) problems.push(`diverged: ${device.name} lacks ${name} ${id}`);
        else if (!sameValue(mine.get(id), row))
          problems.push(`diverged: ${device.name} has ${JSON.stringify(mine.get(id))}, the server ${JSON.stringify(row)}`);
      }
      for (const [id, doc] of mine) {
        if (!theirs.has(id) && !isExempt(id)) problems.push(`diverged: ${device.name} has ${name} ${id} that the server does not show`);
        if (doc.company_id !== companyId) problems.push(`leaked: ${device.name} has ${name} ${id} of another company`);
      }
    }
  }
  return problems;
}

async function everything(server: Server, userId: string, companyId: string, name: string): Promise<Map<string, SyncedRecord>> {
  const all = new Map<string, SyncedRecord>();
  for (let cursor = 0, more = true; more;) {
    const answer = await server.pull(userId, companyId, { epoch: null, access: null, cursors: { [name]: cursor } }, 1000);
    const page = answer.collections[name as 'vendors'];
    for (const row of page?.rows ?? []) all.set(row.id, row);
    cursor = page?.cursor ?? cursor;
    more = page?.more ?? false;
  }
  return all;
}
