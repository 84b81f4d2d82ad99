import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { importCompany } from './import-company.ts';

const here = vi.hoisted(() => ({ steps: [] as string[], status: 'signed_in', isOnline: true, isStill: true, fault: null as unknown }));
vi.mock('#data/session/session.ts', () => ({
  session: { getSnapshot: () => ({ status: here.status, user: { id: 'ann' } }) },
  companyChoice: {
    awaiting: () => (here.steps.push('awaiting'), (id: string) => (here.steps.push(`open ${id}`), here.isStill)),
    refresh: async () => void here.steps.push('refresh'),
  },
}));
vi.mock('#platform/network/network.ts', () => ({ isOnlineHint: () => here.isOnline }));
vi.mock('#platform/supabase/client.ts', () => ({ supabaseClient: async () => ({}) }));
vi.mock('#domain/archive/import-archive.ts', () => ({
  importArchive: async (_file: Blob, _target: unknown, { person }: { person: string }) => {
    here.steps.push(`import for ${person}`);
    if (here.fault) throw here.fault;
    return 'acme';
  },
}));
beforeEach(() => void Object.assign(here, { steps: [], status: 'signed_in', isOnline: true, isStill: true, fault: null }));

const take = () => importCompany(new Blob(), { onStep: () => undefined, signal: new AbortController().signal });

test('the company of an archive is opened once it is listed, for whoever still waits where they were', async () => {
  expect(await take()).toBe(true);
  expect(here.steps).toEqual(['awaiting', 'import for ann', 'refresh', 'open acme']);
  here.isStill = false;
  expect(await take()).toBe(false);
});

test('an archive that is refused opens nothing, and says why', async () => {
  here.fault = new AppError('invalid_input', { reason: 'company_here' });
  await expect(take()).rejects.toBe(here.fault);
  expect(here.steps).not.toContain('refresh');
});

test.each([
  ['not_signed_in', { status: 'signed_out' }],
  ['offline', { isOnline: false }],
])('nothing of an archive is read where it could go nowhere: %s', async (code, state) => {
  Object.assign(here, state);
  await expect(take()).rejects.toMatchObject({ code });
  expect(here.steps).toEqual([]);
});
