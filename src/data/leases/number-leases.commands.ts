import * as z from 'zod/mini';
import { authorise, type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { AppError } from '#domain/errors.ts';
import { LEASE_MAX, type NumberLease, numberLeaseSchema } from '#domain/numbering/number-lease.ts';
import { claimedNumbers } from './claimed-numbers.ts';
import { deviceId, keptLease } from './kept-leases.ts';
import type { LeaseCall } from './lease-call.ts';
import { onDevice } from '#data/device/storage-health.ts';

const count = () => z.int('invalidCount').check(z.minimum(1, 'invalidCount'), z.maximum(LEASE_MAX, 'invalidCount'));

type OnDevice = Pick<CompanyDatabase, 'device' | 'companyId'>;
type Taking = { readonly count: number; readonly deviceName: string };

/** Takes numbers of the invoices along. Needs a connection; what this device still has is given back first. */
export async function takeNumbers(db: CompanyDatabase, call: LeaseCall, taking: Taking, ctx: CommandContext): Promise<NumberLease> {
  const p_count = parseInput(count(), taking.count);
  authorise(ctx, 'invoices.lease_numbers');
  authorise(ctx, 'invoices.issue');
  if (await keptLease(db)) await returnNumbers(db, call);
  const p_device = await deviceId(db.device, ctx.newId);
  const args = { p_company: db.companyId, p_device, p_device_name: taking.deviceName, p_count };
  const lease = await call('take_numbers', args).then(
    (answer) => z.parse(numberLeaseSchema, answer),
    (error: unknown) => takenBefore(db, call, { p_device, error }),
  );
  const kept = { ...lease, company_id: db.companyId, device_name: taking.deviceName, unused: lease.numbers };
  await onDevice(db.device.leases.put(kept)); // on a full disk the server gives the same ones again
  return lease;
}

const knownSchema = z.extend(numberLeaseSchema, { used: z.array(z.int()), ended_at: z.nullable(z.string()) });

/** What this device was given when the answer got lost, with the numbers that are still free; else the refusal. */
async function takenBefore(
  db: CompanyDatabase,
  call: LeaseCall,
  { p_device, error }: { p_device: string; error: unknown },
): Promise<NumberLease> {
  if (!(error instanceof AppError && error.data['reason'] === 'lease_open')) throw error;
  const known = z.parse(z.array(knownSchema), await call('number_leases', { p_company: db.companyId }));
  const lease = known.find(({ device_id, ended_at }) => device_id === p_device && ended_at === null);
  if (!lease) throw error;
  const claimed = await claimedNumbers(db, lease.id);
  const numbers = lease.numbers.filter((number) => !lease.used.includes(number) && !claimed.includes(number));
  return z.parse(numberLeaseSchema, { ...lease, numbers });
}

/**
 * Gives back what this device did not use. AppError `invalid_transition` while an invoice with one of its numbers is on its way or waits for a decision: after
 * the return the server takes none of them any more. `isLeaving`: everything here is wiped, so those invoices are given up.
 */
export async function returnNumbers(db: OnDevice, call: LeaseCall, { isLeaving = false } = {}): Promise<void> {
  const lease = await keptLease(db);
  if (!lease) return;
  if (!isLeaving && (await claimedNumbers(db, lease.id)).length > 0) throw new AppError('invalid_transition', { reason: 'leases_in_use' });
  // Nobody takes one of them while it is on its way back; should the answer get lost, the same is said again.
  const { leases } = db.device;
  const setAside = db.device.transaction('rw', leases, async () => {
    const now = (await leases.get(lease.id)) ?? lease;
    await leases.put({ ...now, unused: [], returning: now.returning ?? now.unused });
    return now.returning ?? now.unused;
  });
  const p_unused = await onDevice(setAside);
  try {
    await call('return_numbers', { p_company: db.companyId, p_lease: lease.id, p_device: lease.device_id, p_unused });
  } catch (error) {
    if (!(error instanceof AppError && error.data['reason'] === 'lease_unknown')) throw error;
  }
  await onDevice(leases.delete(lease.id));
}
