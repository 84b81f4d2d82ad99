import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Beside } from '#data/core/write.ts';
import type { DeviceDatabase, KeptLease } from '#data/device/device-database.ts';
import { onDevice } from '#data/device/storage-health.ts';

const DEVICE_ID = 'device_id';

/** The name by which the server knows this device: made once, and gone with everything else that is kept here. */
export function deviceId(device: DeviceDatabase, newId: () => string): Promise<string> {
  const known = async () => {
    const before = await device.meta.get(DEVICE_ID);
    if (typeof before === 'string') return before;
    const id = newId();
    await device.meta.put(id, DEVICE_ID);
    return id;
  };
  return onDevice(device.transaction('rw', device.meta, known));
}

/** The numbers that this device has for invoices of the company; null where it has none. */
export async function keptLease({ device, companyId }: Pick<CompanyDatabase, 'device' | 'companyId'>): Promise<KeptLease | null> {
  return (await device.leases.where({ company_id: companyId }).first()) ?? null;
}

/**
 * Uses up the next number of a lease together with the invoice that carries it: one transaction holds both, so a tab that is killed in between has
 * neither taken a number nor written an invoice, and two tabs never take the same one (SYNC-80).
 */
export function nextNumber(db: CompanyDatabase): Beside & {
  lease(): KeptLease | null;
  seq(): number | null;
  /** The invoice waits for the server after all. */
  leave(): void;
} {
  const { leases } = db.device;
  let lease: KeptLease | null = null;
  const seq = () => (lease && lease.unused.length > 0 ? Math.min(...lease.unused) : null);
  const without = (kept: KeptLease, number: number) => ({ ...kept, unused: kept.unused.filter((each) => each !== number) });
  return {
    table: leases,
    lease: () => lease,
    seq,
    leave() {
      lease = null;
    },
    async read() {
      lease = await keptLease(db);
    },
    async take() {
      const number = seq();
      if (lease === null || number === null) return true;
      const now = await leases.get(lease.id);
      if (!now?.unused.includes(number)) return false;
      await leases.put(without(now, number));
      return true;
    },
    async giveBack() {
      const number = seq();
      if (lease === null || number === null) return;
      const now = await leases.get(lease.id);
      if (now && !now.unused.includes(number)) await leases.put({ ...now, unused: [...now.unused, number] });
    },
  };
}
