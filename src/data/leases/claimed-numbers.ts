import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

type Leased = { readonly leased?: { readonly lease_id: string; readonly claim?: { readonly seq: number } } | null };

const claimOf = (record: SyncedRecord | null | undefined, lease: string): number[] => {
  const { leased } = (record ?? {}) as Leased;
  return leased?.lease_id === lease && leased.claim ? [leased.claim.seq] : [];
};

/** Numbers of a lease on invoices that the server has not taken: those on their way, and those that wait for a person's decision. */
export async function claimedNumbers(
  { device, companyId }: Pick<CompanyDatabase, 'device' | 'companyId'>,
  lease: string,
): Promise<number[]> {
  const [rows, issues] = await Promise.all([
    device.outbox.where({ company_id: companyId }).toArray(),
    device.issues.where({ company_id: companyId }).toArray(),
  ]);
  return [
    ...new Set([
      ...rows.flatMap(({ mine, flight }) => [...claimOf(mine, lease), ...claimOf(flight?.doc, lease)]),
      ...issues.flatMap(({ mine }) => claimOf(mine, lease)),
    ]),
  ];
}
