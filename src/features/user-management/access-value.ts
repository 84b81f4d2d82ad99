import { type Access, can, implies, PERMISSION_KEYS, type PermissionKey } from '#domain/access/access.ts';
import { PRESETS } from '#domain/access/presets.ts';
import { type GivenRole, isSameSet } from '#domain/access/role.ts';
import type { Member } from '#domain/members/member.ts';

/** What a person may do: everything as an administrator, or single keys. */
export type AccessValue = { readonly isAdmin: boolean; readonly keys: ReadonlySet<string> };
export const NO_ACCESS: AccessValue = { isAdmin: false, keys: new Set() };

const resourceOf = (key: PermissionKey): string => key.split('.')[0] ?? '';

/** Keys by resource in the order of the table. */
export const KEY_GROUPS: readonly (readonly [string, readonly PermissionKey[]])[] = [...new Set(PERMISSION_KEYS.map(resourceOf))].map(
  (resource) => [resource, PERMISSION_KEYS.filter((key) => resourceOf(key) === resource)],
);

export const accessOfRole = (role: GivenRole): AccessValue => ({ isAdmin: PRESETS[role].isAdmin, keys: new Set(PRESETS[role].keys) });

export const accessOfMember = ({ is_admin, keys }: Pick<Member, 'is_admin' | 'keys'>): AccessValue => ({
  isAdmin: is_admin,
  keys: new Set(keys),
});

/** Whether another held key brings this one along. */
export const isIncluded = (keys: ReadonlySet<string>, key: PermissionKey): boolean =>
  [...keys].some((held) => held !== key && implies(held, key));

/** A difference between two accesses that the giver must hold themselves: nobody grants or takes what they lack. */
export function mayChange(giver: Access, from: AccessValue, to: AccessValue): boolean {
  if (from.isAdmin !== to.isAdmin && !giver.isOwner && !giver.isAdmin) return false;
  return PERMISSION_KEYS.every((key) => from.keys.has(key) === to.keys.has(key) || can(giver, key));
}

/** What somebody has changed in a form, apart from what it started from: the start may change meanwhile. */
export type AccessChanges = { readonly isAdmin: boolean | null; readonly keys: ReadonlyMap<string, boolean> };
export const NO_CHANGES: AccessChanges = { isAdmin: null, keys: new Map() };

export function changesBetween(base: AccessValue, wanted: AccessValue): AccessChanges {
  const differing = [...new Set([...base.keys, ...wanted.keys])].filter((key) => base.keys.has(key) !== wanted.keys.has(key));
  return {
    isAdmin: base.isAdmin === wanted.isAdmin ? null : wanted.isAdmin,
    keys: new Map(differing.map((key) => [key, wanted.keys.has(key)])),
  };
}

export function withChanges(base: AccessValue, changes: AccessChanges): AccessValue {
  const keys = new Set(base.keys);
  for (const [key, isHeld] of changes.keys) {
    if (isHeld) keys.add(key);
    else keys.delete(key);
  }
  return { isAdmin: changes.isAdmin ?? base.isAdmin, keys };
}

export const isSameAccess = (a: AccessValue, b: AccessValue): boolean => a.isAdmin === b.isAdmin && isSameSet(a.keys, b.keys);

/** Why somebody's rights can't be changed by the person who looks at them; null when they can. The server decides the same way. */
export function readOnlyReason(giver: Access, member: Member): 'self' | 'owner' | 'admin' | 'noRight' | null {
  if (member.user_id === giver.userId) return 'self';
  if (member.is_owner) return 'owner';
  if (!can(giver, 'users.update_permissions')) return 'noRight';
  return member.is_admin && !giver.isOwner && !giver.isAdmin ? 'admin' : null;
}
