import { describe, expect, test } from 'vitest';
import type { Access } from '#domain/access/access.ts';
import { accessRedirect, type Visitor } from './access-redirect.ts';
import { routes } from './routes.tsx';
import { isAllowed } from './shell/navigation.ts';

const anonymous: Visitor = {
  session: 'signed_out',
  isRecovery: false,
  hasPendingInvites: false,
  isDecidingInvites: false,
  hasInviteNews: false,
  hasCompany: false,
  hasLeft: false,
};
const signedIn: Visitor = { ...anonymous, session: 'signed_in', hasCompany: true };
const owner: Access = { userId: 'me', isOwner: true, isAdmin: true, keys: new Set() };
const nobody: Access = { ...owner, isOwner: false, isAdmin: false };

/** Spec §2 and §4: who comes to a page, and with which rights. */
const VISITORS = {
  anonymous: { visitor: anonymous, access: nobody },
  'signed in': { visitor: signedIn, access: owner },
  'pending second factor': { visitor: { ...anonymous, session: 'pending_second_factor' }, access: nobody },
  'pending invite': { visitor: { ...signedIn, hasPendingInvites: true }, access: owner },
  'no company': { visitor: { ...signedIn, hasCompany: false }, access: nobody },
  'no permission': { visitor: signedIn, access: nobody },
} as const satisfies Record<string, { visitor: Visitor; access: Access }>;
type Who = keyof typeof VISITORS;

const PUBLIC = ['/auth/login', '/auth/register', '/auth/password-reset', '/auth/set-new-password', '/auth/confirm'];
const WITHOUT_COMPANY = ['/company/accept-invite', '/company/select-current'];
/** About the person and the app: reachable with and without a company. */
const FOR_EVERYBODY = [
  '/companies',
  '/settings/profile',
  '/settings/security',
  '/settings/notifications',
  '/system/changelog',
  '/dev/realtime',
];
/** Inside a company, but nothing of it is guarded by a key: what a member may see of it and of this device. */
const FOR_EVERY_MEMBER = ['/', '/sync', '/settings', '/settings/offline', '/settings/periods', '/settings/user-management'];

const STAY = 'the page';
const NO_PERMISSION = 'no permission';
const login = (path: string) => (path === '/' ? '/auth/login' : `/auth/login?next=${encodeURIComponent(path)}`);
const select = (path: string) => (path === '/' ? '/company/select-current' : `/company/select-current?next=${encodeURIComponent(path)}`);

function expected(path: string, who: Who): string {
  if (path === '/auth/invitation' || path === '/accessibility') return STAY;
  const isOutside = who === 'anonymous' || who === 'pending second factor';
  if (PUBLIC.includes(path)) return isOutside ? STAY : who === 'pending invite' ? '/company/accept-invite' : '/';
  if (isOutside) return login(path);
  if (WITHOUT_COMPANY.includes(path) || FOR_EVERYBODY.includes(path)) return STAY;
  if (who === 'no company') return select(path);
  return who === 'no permission' && !FOR_EVERY_MEMBER.includes(path) ? NO_PERMISSION : STAY;
}

describe('where every visitor ends up on every route', () => {
  test.each(Object.keys(VISITORS) as Who[])('%s', (who) => {
    const { visitor, access } = VISITORS[who];
    const outcomes = routes.map(({ path, access: asked, permissions }) => {
      const target = accessRedirect(asked, visitor, { path, search: '' });
      return [path, target ?? (asked !== 'company' || isAllowed(access, permissions) ? STAY : NO_PERMISSION)];
    });
    expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(routes.map(({ path }) => [path, expected(path, who)])));
  });
});
