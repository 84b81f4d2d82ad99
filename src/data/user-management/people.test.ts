import { beforeEach, expect, test, vi } from 'vitest';
import type { PendingInvite } from '#domain/invites/invite.ts';
import { deleteCompany } from '#data/companies/company-end.ts';
import { acceptInvite, leaveCompany } from './people.ts';

/** What happened, in its order; `isStill`: the person waits where they were. */
const here = vi.hoisted(() => ({ steps: [] as string[], isStill: true }));
function step(name: string): void {
  here.steps.push(name);
}
function waiting(name: string) {
  return () => {
    step('wait');
    return () => (step(name), here.isStill);
  };
}
vi.mock('#data/session/session.ts', () => ({
  session: { getSnapshot: () => ({ status: 'signed_out' }), subscribe: () => undefined },
  companyChoice: {
    awaiting: waiting('open'),
    leaving: waiting('leave'),
    refresh: async () => step('refresh'),
  },
}));
vi.mock('./people-requests.ts', () => ({
  createPeopleRequests: () => ({
    acceptInvite: async (id: string) => (step(`accept ${id}`), 'acme'),
    leaveCompany: async (id: string) => step(`leave ${id}`),
  }),
}));
vi.mock('#data/account-settings/account-call.ts', () => ({
  callRpc: async (_: unknown, name: string) => (step(name), '2026-03-01T10:00:00Z'),
}));
beforeEach(() => void Object.assign(here, { steps: [], isStill: true }));

const accept = () => acceptInvite({ id: 'invite' } as PendingInvite, new AbortController().signal);

test('where one stands is looked at before the invitation is accepted, and its company opened once it is listed', async () => {
  expect(await accept()).toBe(true);
  expect(here.steps).toEqual(['wait', 'accept invite', 'refresh', 'open']);
  here.isStill = false;
  expect(await accept()).toBe(false);
});

test.each([true, false])(
  'leaving and ending a company ask the server first, and say whether the person was still there: %s',
  async (isStill) => {
    here.isStill = isStill;
    expect(await leaveCompany('acme')).toBe(isStill);
    expect(here.steps.splice(0)).toEqual(['wait', 'leave acme', 'leave', 'refresh']);
    const ended = await deleteCompany('acme', { name: 'Acme', keepsBooks: true });
    expect(ended).toEqual({ purgeAfter: '2026-03-01T10:00:00Z', hasLeft: isStill });
    expect(here.steps).toEqual(['wait', 'delete_company', 'leave', 'refresh']);
  },
);
