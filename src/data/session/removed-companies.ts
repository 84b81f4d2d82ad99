import type { DeviceDatabase } from '#data/device/device-database.ts';
import { onDevice } from '#data/device/storage-health.ts';
import { withDevice } from '#data/device/with-device.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import { requestError } from './request-error.ts';

/** How far apart the two answers are at least by which the copy of a company goes. */
export const SECOND_LOOK_MS = 24 * 60 * 60_000;

/** What a device can prove of a copy: the server's history of the company as it was told it last. */
export type Copy = { readonly companyId: string; readonly epoch: string; readonly mark: string };

type Parts = {
  readonly userId: string;
  /** The companies of the server's list, and those with unsynced work, which stay. */
  readonly listed: readonly string[];
  /** Whether the server says that the person was removed from this company; an exception: nothing is known. */
  readonly wasRemoved: (copy: Copy) => Promise<boolean>;
  /** Takes the copy off this device; false where something of it was never sent, or a tab has it open. */
  readonly removeCopy: (target: { userId: string; companyId: string }) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
};

/** In `meta`: when the server first said so, in ms. */
const noteOf = (companyId: string): string => `removed:${companyId}`;

/**
 * A company that the list does not name any more is asked about by itself: the list of a person who owes a second factor is empty, and a server that was
 * set back names fewer. Its copy goes when the server has said twice, a day apart, that the person was removed (decision 0043).
 */
export async function forgetRemovedCompanies({ userId, listed, wasRemoved, removeCopy, clock, log }: Parts): Promise<void> {
  const states = await withDevice(userId, (device) => device.sync_state.toArray());
  for (const { company_id: companyId, epoch, mark } of states) {
    if (listed.includes(companyId)) await withDevice(userId, (device) => device.meta.delete(noteOf(companyId)));
    else if (epoch && mark) {
      const isSaid = await wasRemoved({ companyId, epoch, mark });
      const isSaidAgain = await withDevice(userId, (device) => note(device, companyId, isSaid ? clock.nowMs() : null));
      if (isSaidAgain && (await removeCopy({ userId, companyId }))) log.info('session.copy_removed', { company: companyId });
    }
  }
}

/** The client must be the person's own (SYNC-75). A server of an older version doesn't know the question. */
export async function askWhetherRemoved(client: Pick<SupabaseClient, 'rpc'>, { companyId, epoch, mark }: Copy): Promise<boolean> {
  const { data, error, status } = await client.rpc('was_removed', { p_company: companyId, p_epoch: epoch, p_mark: mark });
  if (error) throw requestError(error, status);
  return data === true;
}

/** Keeps when it was said first; true a day later. A clock that was set back begins again. */
async function note({ meta }: DeviceDatabase, companyId: string, saidMs: number | null): Promise<boolean> {
  const key = noteOf(companyId);
  const first = await meta.get(key);
  if (saidMs === null) await meta.delete(key);
  else if (typeof first !== 'number' || first > saidMs) await onDevice(meta.put(saidMs, key));
  else return saidMs - first >= SECOND_LOOK_MS;
  return false;
}
