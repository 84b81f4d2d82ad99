import { useCallback, useEffect, useMemo, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { sessionOf } from '#data/opening/company-sessions.ts';
import { requestError } from '#data/session/request-error.ts';
import { companyChoice } from '#data/session/session.ts';
import type { AppError } from '#domain/errors.ts';
import type { Invite, InviteRequest } from '#domain/invites/invite.ts';
import type { Member } from '#domain/members/member.ts';
import { leaveCompany, peopleRequests } from './people.ts';

/** What can be done with the people of the open company. The server decides; what it did comes back with the next exchange, asked for at once. */
export function usePeopleCommands() {
  const { db } = useCompany();
  return useMemo(() => {
    const fetchNews = () => sessionOf(db)?.poke('person');
    return {
      sendInvite: async (input: Omit<InviteRequest, 'company_id'>) =>
        (await peopleRequests()).sendInvite({ ...input, company_id: db.companyId }),
      resendInvite: async (invite: Invite) => (await peopleRequests()).resendInvite(invite.id),
      revokeInvite: async (invite: Invite) => (await peopleRequests()).revokeInvite(invite.id),
      async setAccess(member: Member, access: { isAdmin: boolean; keys: readonly string[] }) {
        await (await peopleRequests()).setMemberAccess(db.companyId, member.user_id, access);
        fetchNews();
      },
      async removeMember(member: Member) {
        await (await peopleRequests()).removeMember(db.companyId, member.user_id);
        fetchNews();
      },
      async transferOwnership(heir: Member) {
        await (await peopleRequests()).transferOwnership(db.companyId, heir.user_id);
        fetchNews();
        void companyChoice.refresh();
      },
      leave: () => leaveCompany(db.companyId),
    };
  }, [db]);
}

/** Where the members' pictures lie; empty until the server has answered, as it is without a connection. */
export function useMemberAvatars(isOnline: boolean): ReadonlyMap<string, string> {
  const { db } = useCompany();
  const [paths, setPaths] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!isOnline) return;
    void peopleRequests()
      .then((requests) => requests.memberAvatars(db.companyId))
      .then(setPaths, () => {}); // initials take their place
  }, [db, isOnline]);
  return paths;
}

export type CompanyInvites = {
  /** Undefined until the server has answered once. */
  readonly invites: readonly Invite[] | undefined;
  readonly error: AppError | null;
  readonly refresh: () => Promise<void>;
};

/** The company's open invitations. They are not kept on the device: without a connection there is an error to show. */
export function useCompanyInvites(isOnline: boolean): CompanyInvites {
  const { db } = useCompany();
  const [state, setState] = useState<Omit<CompanyInvites, 'refresh'>>({ invites: undefined, error: null });
  const load = useCallback(async () => (await peopleRequests()).pendingInvites(db.companyId), [db]);
  const show = useCallback((answer: Promise<Invite[]>) => {
    const fail = (error: unknown) => setState(({ invites }) => ({ invites, error: requestError(error) }));
    return answer.then((invites) => setState({ invites, error: null }), fail);
  }, []);
  useEffect(() => void show(load()), [load, show, isOnline]);
  const refresh = useCallback(() => show(load()), [load, show]);
  return { ...state, refresh };
}
