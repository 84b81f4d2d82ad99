import { liveQuery } from 'dexie';
import { useCallback, useMemo } from 'react';
import { from } from 'rxjs';
import * as z from 'zod/mini';
import { type AccountService, callRpc } from '#data/account-settings/account-call.ts';
import { useOnline } from '#data/account-settings/use-account.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { KeptLease } from '#data/device/device-database.ts';
import { claimedNumbers } from '#data/leases/claimed-numbers.ts';
import { keptLease } from '#data/leases/kept-leases.ts';
import { returnNumbers, takeNumbers } from '#data/leases/number-leases.commands.ts';
import { sessionOf } from '#data/opening/company-sessions.ts';
import { session } from '#data/session/session.ts';
import { deviceNameOf } from '#domain/account/device-name.ts';
import { numberLeaseSchema } from '#domain/numbering/number-lease.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { caughtUp } from './caught-up.ts';

const leaseSchema = z.extend(numberLeaseSchema, {
  /** Those on documents that the server has. */
  used: z.array(z.int()),
  device_name: z.string(),
  user_id: z.string(),
  ended_at: z.nullable(z.string()),
  ended_by: z.nullable(z.string()),
  end_reason: z.nullable(z.enum(['used', 'returned', 'lost'])),
});
export type ListedLease = z.infer<typeof leaseSchema>;

/** The numbers that this device took along, how many invoices with one are not at the server, and whether the company was changed here meanwhile. */
export type OwnNumbers = { readonly lease: KeptLease; readonly onTheWay: number; readonly isCompanyChanged: boolean };

/** Null: this device has none; undefined: not read yet. */
export function useOwnNumbers(): OwnNumbers | null | undefined {
  const { db } = useCompany();
  const look = async (): Promise<OwnNumbers | null> => {
    const lease = await keptLease(db);
    if (!lease) return null;
    const [claimed, changed] = await Promise.all([
      claimedNumbers(db, lease.id),
      db.device.outbox.get(outboxKey('companies', db.companyId)),
    ]);
    return { lease, onTheWay: claimed.length, isCompanyChanged: changed !== undefined };
  };
  return useObservable(() => from(liveQuery(look)), [db]).value;
}

const call = (name: string, args: Record<string, unknown>) => callRpc(session, name, args);

/** Takes numbers along and gives them back; both need a connection. */
export function useLeaseCommands() {
  const { db, ctx } = useCompany();
  return useMemo(() => {
    const { browser, system } = deviceNameOf(globalThis.navigator?.userAgent ?? '');
    const deviceName = [browser, system].filter(Boolean).join(', ').slice(0, 80);
    return {
      take: async (count: number) => {
        // Without a connection the question itself says so at once.
        if (isOnlineHint()) await caughtUp(db, () => sessionOf(db)?.poke('person'));
        return takeNumbers(db, call, { count, deviceName }, ctx);
      },
      giveBack: () => returnNumbers(db, call),
    };
  }, [db, ctx]);
}

/** Who has numbers along, asked of the server. */
export function useNumberLeases() {
  const { db } = useCompany();
  const { companyId } = db;
  const load = useCallback(
    async (service: AccountService) => z.parse(z.array(leaseSchema), await callRpc(service, 'number_leases', { p_company: companyId })),
    [companyId],
  );
  const { value: leases, error, reload } = useOnline(load);
  const told = useCallback(
    async (name: 'end_number_lease' | 'reopen_number_lease', lease: string) => {
      await call(name, { p_company: companyId, p_lease: lease });
      await reload();
    },
    [companyId, reload],
  );
  return {
    leases,
    error,
    reload,
    end: (id: string) => told('end_number_lease', id),
    reopen: (id: string) => told('reopen_number_lease', id),
  };
}

const nextSchema = z.object({
  series: z.enum(['invoices', 'cancellations', 'corrections']),
  number: z.string(),
  last: z.int(),
});

/** The number that comes next in each series, as the server counts. */
export function useNextNumbers() {
  const { db } = useCompany();
  const { companyId } = db;
  const load = useCallback(
    async (service: AccountService) => z.parse(z.array(nextSchema), await callRpc(service, 'next_numbers', { p_company: companyId })),
    [companyId],
  );
  return useOnline(load);
}
