import type { DeviceDatabase } from '#data/device/device-database.ts';
import type { LeaseCall } from './lease-call.ts';
import { returnNumbers } from './number-leases.commands.ts';

/** Gives back the unused numbers of every company, because the device is wiped: nobody could use them any more. Rejects at the first that does not go through. */
export async function giveBackAll(device: DeviceDatabase, call: LeaseCall): Promise<void> {
  for (const { company_id: companyId } of await device.leases.toArray())
    await returnNumbers({ device, companyId }, call, { isLeaving: true });
}
