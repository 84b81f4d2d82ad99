import type { Access } from '#domain/access/access.ts';
import type { Member } from '#domain/members/member.ts';

/** What a member may do. The server decides again on every call. */
export function accessOf(member: Pick<Member, 'user_id' | 'is_owner' | 'is_admin' | 'keys'>): Access {
  return { userId: member.user_id, isOwner: member.is_owner, isAdmin: member.is_admin, keys: new Set(member.keys) };
}
