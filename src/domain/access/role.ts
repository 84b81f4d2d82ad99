import type { Member } from '#domain/members/member.ts';
import { PRESETS } from './presets.ts';

export type Role = 'owner' | 'admin' | 'accountant' | 'employee' | 'viewer' | 'custom' | 'none';
/** Roles that can be given to somebody; ownership is handed over, not given. */
export const GIVEN_ROLES = ['admin', 'accountant', 'employee', 'viewer'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

export const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((key) => b.has(key));

/** The role whose keys these are exactly. */
export function roleOf({ isAdmin, keys }: { readonly isAdmin: boolean; readonly keys: ReadonlySet<string> }): Exclude<Role, 'owner'> {
  if (isAdmin) return 'admin';
  if (keys.size === 0) return 'none';
  return GIVEN_ROLES.find((role) => !PRESETS[role].isAdmin && isSameSet(new Set(PRESETS[role].keys), keys)) ?? 'custom';
}

export const roleOfMember = ({ is_owner, is_admin, keys }: Pick<Member, 'is_owner' | 'is_admin' | 'keys'>): Role =>
  is_owner ? 'owner' : roleOf({ isAdmin: is_admin, keys: new Set(keys) });
