import { firstValueFrom, skip } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { freshSyncState } from '#data/changes/sync-state.ts';
import { newRecord } from '#data/core/command-context.ts';
import type { CompanySession } from '#data/core/company-session.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { syncSummary$ } from '#data/sync/status.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { type CompanyOpening, watchOpening } from './use-company-opening.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

async function addCompany(): Promise<void> {
  const { db, ctx } = company;
  const settings = z.parse(companySettingsSchema, { tax: { vat_id: 'DE123456789' } });
  await insertRecord(db, 'companies', {
    ...newRecord(ctx),
    id: ctx.companyId,
    name: 'Nordlicht',
    logo_path: null,
    settings,
    bank_accounts: [],
  });
  const person = { user_id: AUTHOR, is_owner: true, is_admin: false, display_name: 'Ann', email: 'ann@example.com', keys: [] };
  await insertRecord(db, 'members', { ...newRecord(ctx), ...person });
}

/** What the sync says of it, told to everybody who asks. */
async function say(state: object): Promise<void> {
  const { db, ctx } = company;
  const told = firstValueFrom(syncSummary$(db).pipe(skip(1)));
  await db.device.sync_state.put({ ...freshSyncState(ctx.companyId, null), loaded: true, ...state });
  await told;
}

test('the screen is told of the open company, and anew when the company changes, not with each thing that the sync says', async () => {
  await addCompany();
  const seen: CompanyOpening[] = [];
  const watching = watchOpening({ db: company.db } as CompanySession).subscribe((opening) => seen.push(opening));
  await expect.poll(() => seen.at(-1)?.kind).toBe('open');
  const count = seen.length;
  for (const activity of ['syncing', 'idle', 'syncing', 'idle'] as const) await say({ activity });
  expect(seen).toHaveLength(count);
  await changeRecord(company.db, 'companies', company.ctx.companyId, (current) => ({ ...current, name: 'Südlicht' }));
  await expect.poll(() => seen.at(-1)).toMatchObject({ kind: 'open', company: { name: 'Südlicht' } });
  watching.unsubscribe();
});

test('who is no member any more is told so, and has the company back when it is', async () => {
  await addCompany();
  const seen: string[] = [];
  const watching = watchOpening({ db: company.db } as CompanySession).subscribe(({ kind }) => seen.push(kind));
  await expect.poll(() => seen.at(-1)).toBe('open');
  await say({ activity: 'paused', reason: 'company_lost' });
  await expect.poll(() => seen.at(-1)).toBe('not_a_member');
  await say({ activity: 'idle', reason: null });
  await expect.poll(() => seen.at(-1)).toBe('open');
  watching.unsubscribe();
});
