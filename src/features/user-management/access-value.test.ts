import { describe, expect, test } from 'vitest';
import { type Access, PERMISSION_KEYS } from '#domain/access/access.ts';
import type { Member } from '#domain/members/member.ts';
import { GIVEN_ROLES, roleOf } from '#domain/access/role.ts';
import {
  type AccessValue,
  accessOfRole,
  changesBetween,
  isIncluded,
  isSameAccess,
  KEY_GROUPS,
  mayChange,
  NO_ACCESS,
  readOnlyReason,
  withChanges,
} from './access-value.ts';

const holding = (...keys: string[]): AccessValue => ({ isAdmin: false, keys: new Set(keys) });
const giver = (...keys: string[]): Access => ({ userId: 'me', isOwner: false, isAdmin: false, keys: new Set(keys) });
const owner: Access = { ...giver(), isOwner: true };

test('every key stands in exactly one group', () => {
  expect(KEY_GROUPS.flatMap(([, keys]) => keys)).toEqual(PERMISSION_KEYS);
});

test('a role is recognised by its keys, and one key more makes it individual', () => {
  for (const role of GIVEN_ROLES) expect(roleOf(accessOfRole(role))).toBe(role);
  expect(roleOf({ isAdmin: false, keys: new Set([...accessOfRole('viewer').keys, 'vendors.create']) })).toBe('custom');
  expect(roleOf(NO_ACCESS)).toBe('none');
});

test('seeing is included as soon as another right of the area brings it, held by itself or not', () => {
  expect(isIncluded(holding('vendors.delete').keys, 'vendors.view')).toBe(true);
  expect(isIncluded(holding('vendors.delete', 'vendors.view').keys, 'vendors.view')).toBe(true);
  expect(isIncluded(holding('vendors.view').keys, 'vendors.view')).toBe(false);
  expect(isIncluded(holding('vendors.delete').keys, 'customers.view')).toBe(false);
});

describe('nobody grants or takes what they lack', () => {
  test.each<[string, Access, AccessValue, AccessValue, boolean]>([
    ['an owner gives everything', owner, NO_ACCESS, accessOfRole('admin'), true],
    ['who holds a key gives it', giver('vendors.create'), NO_ACCESS, holding('vendors.create'), true],
    ['who holds a key by implication gives it', giver('vendors.create'), NO_ACCESS, holding('vendors.view'), true],
    ['who lacks a key does not give it', giver('vendors.create'), NO_ACCESS, holding('vendors.delete'), false],
    ['who lacks a key does not take it', giver('vendors.create'), holding('vendors.delete'), NO_ACCESS, false],
    ['what stays as it is asks for nothing', giver(), holding('vendors.delete'), holding('vendors.delete'), true],
    ['who is no administrator makes none', giver(...PERMISSION_KEYS), NO_ACCESS, accessOfRole('admin'), false],
  ])('%s', (_, who, from, to, isAllowed) => {
    expect(mayChange(who, from, to)).toBe(isAllowed);
  });
});

test('a change made elsewhere while the form is open is not undone by saving it', () => {
  const opened = holding('vendors.view', 'invoices.issue');
  const changes = changesBetween(opened, holding('vendors.view', 'invoices.issue', 'customers.view'));
  expect(isSameAccess(withChanges(holding('vendors.view'), changes), holding('vendors.view', 'customers.view'))).toBe(true);
});

describe('whose rights can be changed', () => {
  const member = (fields: Partial<Member>): Member =>
    ({ user_id: 'her', is_owner: false, is_admin: false, keys: [], ...fields }) as unknown as Member;
  test.each([
    ['one’s own are left to others', owner, member({ user_id: 'me' }), 'self'],
    ['an owner keeps them all', owner, member({ is_owner: true }), 'owner'],
    ['an administrator answers to administrators', giver('users.update_permissions'), member({ is_admin: true }), 'admin'],
    ['an owner changes an administrator', owner, member({ is_admin: true }), null],
    ['without the key nothing can be changed', giver('users.view'), member({}), 'noRight'],
    ['with the key a member can', giver('users.update_permissions'), member({}), null],
  ])('%s', (_, who, whom, reason) => {
    expect(readOnlyReason(who, whom)).toBe(reason);
  });
});
