import * as z from 'zod/mini';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { KeptLease } from '#data/device/device-database.ts';
import { AppError } from '#domain/errors.ts';
import { isLeaseValid, type NumberLease, numberLeaseSchema } from '#domain/numbering/number-lease.ts';
import { claimedNumbers } from './claimed-numbers.ts';
import { keptLease } from './kept-leases.ts';
import type { LeaseCall } from './lease-call.ts';
import { returnNumbers } from './number-leases.commands.ts';

const knownSchema = z.object({ id: z.string(), used: z.array(z.int()), ended_at: z.nullable(z.string()) });

/**
 * Makes what this device believes of its numbers agree with the server (SYNC-82): what is on documents is used, an ended lease is none, and one that the
 * server does not know, because it was set back, is brought again before anything of it is sent. What no longer holds is given back.
 */
export async function settleLeases(db: CompanyDatabase, call: LeaseCall): Promise<void> {
  const lease = await keptLease(db);
  if (!lease) return;
  const left = await numbersLeft(db, call, lease);
  if (left === null) {
    await db.device.leases.delete(lease.id);
    return;
  }
  await db.device.leases.where({ id: lease.id }).modify((kept) => {
    kept.unused = kept.unused.filter((number) => left.includes(number));
  });
  // A day later, so that it has ended wherever the company is.
  const yesterday = new Date(db.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  const isDone = !isLeaseValid(lease, yesterday) || lease.returning !== undefined;
  if (isDone && (await claimedNumbers(db, lease.id)).length === 0) await returnNumbers(db, call);
}

/** Its numbers that are on no document; null where it has ended, or nothing of it is this device's any more. */
async function numbersLeft(db: CompanyDatabase, call: LeaseCall, lease: KeptLease): Promise<readonly number[] | null> {
  const there = await knownThere(db, call, lease);
  if (there) return there.left;
  try {
    return (await broughtAgain(db, call, lease))?.numbers ?? null;
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'not_allowed' && error.code !== 'invalid_input')) throw error;
    // The same asked twice at once, before the first invoice and after the break: whoever comes second finds it there.
    return error.data['reason'] === 'lease_ended' ? ((await knownThere(db, call, lease))?.left ?? null) : null;
  }
}

/** What the server knows of it; undefined: nothing. */
async function knownThere(
  db: CompanyDatabase,
  call: LeaseCall,
  { id, numbers }: KeptLease,
): Promise<{ readonly left: readonly number[] | null } | undefined> {
  const known = z.parse(z.array(knownSchema), await call('number_leases', { p_company: db.companyId }));
  const there = known.find((each) => each.id === id);
  return there && { left: there.ended_at === null ? numbers.filter((number) => !there.used.includes(number)) : null };
}

/** The lease as the server takes it again; null where all of it was given to others. Rejects with AppError `not_allowed` or `invalid_input` where it takes none. */
async function broughtAgain(db: CompanyDatabase, call: LeaseCall, lease: KeptLease): Promise<NumberLease | null> {
  const { company_id: _, unused: _unused, returning: _returning, device_name: _name, ...p_lease } = lease;
  const answer = await call('restore_number_lease', { p_company: db.companyId, p_lease, p_device_name: lease.device_name });
  return z.parse(z.nullable(numberLeaseSchema), answer);
}
