import * as z from 'zod/mini';
import { parseInput } from '#data/core/command-context.ts';
import { requestError } from '#data/session/request-error.ts';
import { AppError } from '#domain/errors.ts';
import {
  type Invite,
  inviteAnswerSchema,
  inviteListSchema,
  type InviteRequest,
  inviteRequestSchema,
  inviteSchema,
  type PendingInvite,
} from '#domain/invites/invite.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';

/** Who belongs to a company is decided by the server alone: nothing here waits for a connection, it is refused as `offline`. */
type Parts = { readonly client: () => Promise<SupabaseClient>; readonly isOnline?: () => boolean };
type Answer = { readonly data: unknown; readonly error: unknown; readonly status: number };

const avatarsSchema = z.array(z.object({ user_id: z.string(), avatar_path: z.string() }));
const INVITE_COLUMNS = 'id,company_id,email,is_admin,keys,language,status,invited_by,answered_by,expires_at,created_at,updated_at';

/** The calls about members and invitations. Each throws an AppError; a refusal of the server carries its key as `data.reason`. */
export function createPeopleRequests({ client, isOnline = isOnlineHint }: Parts) {
  async function ask(request: (client: SupabaseClient) => PromiseLike<Answer>): Promise<unknown> {
    if (!isOnline()) throw new AppError('offline');
    let answer: Answer;
    try {
      answer = await request(await client());
    } catch (cause) {
      throw requestError(cause);
    }
    if (answer.error !== null && answer.error !== undefined) throw refusalOf(answer.error, answer.status);
    return answer.data;
  }
  const rpc = (name: string, args: Record<string, unknown>) => ask((api) => api.rpc(name, args));
  const call = (name: string, body: Record<string, unknown>) => ask((api) => callFunction(api, name, body));

  return {
    /** Invitations of a company that nobody has answered yet, the newest first; expired ones among them. */
    async pendingInvites(companyId: string): Promise<Invite[]> {
      const rows = await ask((api) =>
        api
          .from('invites')
          .select(INVITE_COLUMNS)
          .eq('company_id', companyId)
          .eq('status', 'pending')
          .order('created_at', { ascending: false })
          .order('id', { ascending: false }),
      );
      return z.parse(z.array(inviteSchema), rows);
    },
    /** Sends the invitation by mail; an open one to the same address is replaced. */
    async sendInvite(input: InviteRequest): Promise<Invite> {
      return z.parse(inviteAnswerSchema, await call('invite-send', parseInput(inviteRequestSchema, input))).invite;
    },
    async resendInvite(inviteId: string): Promise<Invite> {
      return z.parse(inviteAnswerSchema, await call('invite-resend', { invite_id: inviteId })).invite;
    },
    revokeInvite: async (inviteId: string): Promise<void> => void (await rpc('revoke_invite', { p_invite: inviteId })),
    /** Invitations to the signed-in person's own address. */
    async myInvites(): Promise<PendingInvite[]> {
      return z.parse(inviteListSchema, await call('invite-list', {})).invites;
    },
    /** Makes the signed-in person a member; returns the company's id. */
    acceptInvite: async (inviteId: string): Promise<string> => z.parse(z.string(), await rpc('accept_invite', { p_invite: inviteId })),
    declineInvite: async (inviteId: string): Promise<void> => void (await rpc('decline_invite', { p_invite: inviteId })),
    /** Where the members' pictures lie; without those who have none. */
    async memberAvatars(companyId: string): Promise<ReadonlyMap<string, string>> {
      const rows = z.parse(avatarsSchema, await rpc('member_avatars', { p_company: companyId }));
      return new Map(rows.map(({ user_id, avatar_path }) => [user_id, avatar_path]));
    },
    async setMemberAccess(companyId: string, userId: string, access: { isAdmin: boolean; keys: readonly string[] }): Promise<void> {
      await rpc('set_member_access', { p_company: companyId, p_user: userId, p_is_admin: access.isAdmin, p_keys: [...access.keys] });
    },
    async removeMember(companyId: string, userId: string): Promise<void> {
      await rpc('remove_member', { p_company: companyId, p_user: userId });
    },
    leaveCompany: async (companyId: string): Promise<void> => void (await rpc('leave_company', { p_company: companyId })),
    /** Needs a password or second factor of the last five minutes, else `reauthentication_needed`. */
    async transferOwnership(companyId: string, userId: string): Promise<void> {
      await rpc('transfer_ownership', { p_company: companyId, p_user: userId });
    },
  };
}

/** Functions answer a refusal with its key alone, tables and RPCs with a PostgREST error. */
function refusalOf(error: unknown, status: number): AppError {
  const isKey = typeof error === 'string' && /^[a-z_]+$/.test(error);
  if (!isKey || [0, 401, 403, 429].includes(status)) return requestError(typeof error === 'string' ? {} : error, status);
  return new AppError('invalid_input', { reason: error });
}
