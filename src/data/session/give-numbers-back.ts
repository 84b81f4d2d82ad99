import { withDevice } from '#data/device/with-device.ts';
import { giveBackAll } from '#data/leases/give-back-all.ts';
import { leaseCallOf } from '#data/leases/lease-call.ts';
import { ownClient } from '#data/sync/own-client.ts';
import { sleep, systemClock } from '#platform/clock/clock.ts';
import { log } from '#platform/log/log.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { databasesOf } from './wipe.ts';

/** Nobody waits longer for it to sign out. */
const PATIENCE_MS = 8_000;

/** Gives back the numbers that the user's databases have along, before they are wiped; false where some could not be. */
export async function giveNumbersBack(userId: string): Promise<boolean> {
  if ((await databasesOf(userId)).length === 0) return true;
  return withDevice(userId, async (device) => {
    if ((await device.leases.count()) === 0) return true;
    if (!isOnlineHint()) return false;
    const given = async () => {
      await giveBackAll(device, leaseCallOf(await ownClient(userId)()));
      return true;
    };
    return Promise.race([given(), sleep(systemClock, PATIENCE_MS).then(() => false)]).catch((error: unknown) => {
      log.warn('leases.unsettled', { error });
      return false;
    });
  });
}
