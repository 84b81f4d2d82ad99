import { companyChoice, session } from '#data/session/session.ts';
import type { PendingInvite } from '#domain/invites/invite.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { log } from '#platform/log/log.ts';
import { isOnlineHint, onNetworkChange } from '#platform/network/network.ts';
import { afterFirstPage } from '#platform/start/first-page.ts';
import { supabaseClient } from '#platform/supabase/client.ts';
import { createInviteCheck } from './invite-check.ts';

/** The calls about people, loaded on use: most visits need none of them. */
export async function peopleRequests() {
  const { createPeopleRequests } = await import('./people-requests.ts');
  return createPeopleRequests({ client: supabaseClient });
}

/** The invitations of whoever is signed in in this tab. */
export const inviteCheck = createInviteCheck({
  session,
  fetchInvites: async () => (await peopleRequests()).myInvites(),
  afterFirstPage,
  isOnline: isOnlineHint,
  clock: systemClock,
  log,
});

onNetworkChange((isOnline) => isOnline && void inviteCheck.refresh());

/**
 * Accepts, and opens the company; false where nobody waited for that any more. The invitation stays listed until the next check, so that the page does
 * not change under the person.
 */
export async function acceptInvite({ id }: PendingInvite, signal: AbortSignal): Promise<boolean> {
  const open = companyChoice.awaiting(signal);
  const companyId = await (await peopleRequests()).acceptInvite(id);
  await companyChoice.refresh();
  return open(companyId);
}

export async function declineInvite({ id }: PendingInvite): Promise<void> {
  await (await peopleRequests()).declineInvite(id);
  inviteCheck.drop(id);
}

/** Ends one's own membership and leaves for the picker; false for whoever has gone to another company meanwhile. */
export async function leaveCompany(companyId: string): Promise<boolean> {
  const leave = companyChoice.leaving();
  await (await peopleRequests()).leaveCompany(companyId);
  const hasLeft = leave();
  void companyChoice.refresh();
  return hasLeft;
}
