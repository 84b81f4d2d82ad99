import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { CommandContext } from '#data/core/command-context.ts';
import { writeStored } from '#data/core/stored.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import type { Member } from '#domain/members/member.ts';
import { newId } from '#platform/ids/ids.ts';
import { openCompanySession, stopCompanySession } from './company-sessions.ts';
import { openWithPage } from './read-ahead.ts';

const at = '2026-01-31T09:00:00.000Z';
const target = () => ({ userId: newId(), companyId: newId() });

/** What the page is given to read with, of a company that is about to be shown. */
async function contextOf(opened: ReturnType<typeof target>): Promise<CommandContext> {
  const ctx = new Promise<CommandContext>((resolve, reject) => openWithPage(opened, (given) => given.ctx.then(resolve, reject)));
  const session = openCompanySession(opened);
  await session;
  return ctx.finally(() => stopCompanySession(session));
}

test('what a page reads ahead with knows who looks, and the day where the company is', async () => {
  const opened = target();
  const { userId, companyId } = opened;
  const common = { company_id: companyId, created_at: at, updated_at: at, rev: 'srv-1' };
  const basics = { timezone: 'Pacific/Kiritimati' };
  const settings = z.parse(companySettingsSchema, { company_details: { basics } });
  const before = openCompanySession(opened);
  const { db } = await before;
  const company: Company = { ...common, id: companyId, name: 'Nordlicht', logo_path: null, settings, bank_accounts: [] };
  await writeStored(db, 'companies', new Map([[companyId, company]]));
  const person = { user_id: userId, is_owner: false, is_admin: false, display_name: 'Ann', email: 'ann@example.com' };
  const member: Member = { ...common, ...person, id: newId(), keys: ['invoices.view'] };
  await writeStored(db, 'members', new Map([[member.id, member]]));
  await stopCompanySession(before);
  expect(await contextOf(opened)).toMatchObject({ userId, companyId, ...basics, access: { keys: new Set(['invoices.view']) } });
});

test('where this device has nothing of the company, there is nothing to read with', async () => {
  await expect(contextOf(target())).rejects.toMatchObject({ code: 'no_company' });
});
