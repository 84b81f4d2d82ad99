import { describe, expect, test } from 'vitest';
import { accessRedirect, returnPath, type RouteAccess, type Visitor } from './access-redirect.ts';

const signedOut: Visitor = {
  session: 'signed_out',
  isRecovery: false,
  hasPendingInvites: false,
  isDecidingInvites: false,
  hasInviteNews: false,
  hasCompany: false,
  hasLeft: false,
};
const pending: Visitor = { ...signedOut, session: 'pending_second_factor' };
const signedIn: Visitor = { ...signedOut, session: 'signed_in', hasCompany: true };
const homeless: Visitor = { ...signedIn, hasCompany: false };
const invited: Visitor = { ...signedIn, hasPendingInvites: true };
const recovering: Visitor = { ...homeless, isRecovery: true };

const login = { path: '/auth/login', search: '' };
const expenses = { path: '/finance/expenses', search: '?status=pending' };
const toLogin = '/auth/login?next=%2Ffinance%2Fexpenses%3Fstatus%3Dpending';

describe('access redirects', () => {
  test.each<[string, Visitor, RouteAccess, string | null]>([
    ['a signed-out visitor stays on a public route', signedOut, 'public', null],
    ['a signed-out visitor is sent from a company route to sign-in', signedOut, 'company', toLogin],
    ['a signed-out visitor is sent from a signed-in route to sign-in', signedOut, 'signed_in', toLogin],
    ['who signed out on purpose leaves nothing behind for the next person', { ...signedOut, hasLeft: true }, 'company', '/auth/login'],
    ['a pending second factor stays on a public route', pending, 'public', null],
    ['a pending second factor is kept from the signed-in area', pending, 'signed_in', toLogin],
    ['a pending second factor is kept from a company', pending, 'company', toLogin],
    ['a signed-in visitor is sent home from a public route', signedIn, 'public', '/'],
    ['a signed-in visitor stays in a company', signedIn, 'company', null],
    ['a signed-in visitor stays on a signed-in route', signedIn, 'signed_in', null],
    ['an invited visitor is sent from a public route to the invitation', invited, 'public', '/company/accept-invite'],
    ['an invited visitor may still work', invited, 'company', null],
    ['who has just signed in is led to a late invitation', { ...invited, hasInviteNews: true }, 'company', '/company/accept-invite'],
    ['who has just signed in waits on the page for invitations', { ...signedIn, isDecidingInvites: true }, 'public', null],
    ['nobody waits for invitations inside a company', { ...signedIn, isDecidingInvites: true }, 'company', null],
    [
      'an invited visitor without a company is led to the invitation',
      { ...homeless, hasPendingInvites: true },
      'company',
      '/company/accept-invite',
    ],
    ['an invited visitor without a company may found one instead', { ...homeless, hasPendingInvites: true }, 'signed_in', null],
    [
      'without a current company the choice comes first',
      homeless,
      'company',
      '/company/select-current?next=%2Ffinance%2Fexpenses%3Fstatus%3Dpending',
    ],
    ['the choice itself needs no company', homeless, 'signed_in', null],
    ['who recovers a password is led on from the confirm page', recovering, 'public', '/auth/set-new-password'],
    ['who recovers a password sets it first', recovering, 'company', '/auth/set-new-password'],
    ['who recovers a password sets it before choosing a company', recovering, 'signed_in', '/auth/set-new-password'],
  ])('%s', (_, visitor, access, target) => {
    expect(accessRedirect(access, visitor, access === 'public' ? login : expenses)).toBe(target);
  });

  test('who recovers a password stays where it is set', () => {
    expect(accessRedirect('public', recovering, { path: '/auth/set-new-password', search: '' })).toBeNull();
  });

  test('an open route redirects nobody', () => {
    for (const visitor of [signedOut, pending, signedIn, homeless, invited, recovering])
      expect(accessRedirect('open', visitor, expenses)).toBeNull();
  });

  test('the invitation keeps its token', () => {
    expect(accessRedirect('public', invited, { path: '/auth/login', search: '?token=a%20b&x=1' })).toBe(
      '/company/accept-invite?token=a%20b',
    );
  });

  test.each([
    ['?code=abc', '', null],
    ['', '#error=access_denied&error_code=otp_expired', null],
    ['', '', '/'],
    ['?token=a%20b', '', '/company/accept-invite?token=a%20b'],
  ])('the link of a mail (%s%s) is not swallowed because somebody is signed in', (search, hash, target) => {
    expect(accessRedirect('public', signedIn, { path: '/auth/confirm', search, hash })).toBe(target);
    expect(accessRedirect('public', signedIn, { path: '/auth/login', search: '?code=abc' })).toBe('/');
  });

  test('the token comes along through sign-in, for whoever signs in, and leads back', () => {
    const place = { path: '/company/accept-invite', search: '?token=a%20b' };
    expect(accessRedirect('signed_in', signedOut, place)).toBe('/auth/login?token=a%20b');
    expect(accessRedirect('signed_in', { ...signedOut, hasLeft: true }, place)).toBe('/auth/login?token=a%20b');
    expect(accessRedirect('public', signedIn, { path: '/auth/login', search: '?token=a%20b' })).toBe('/company/accept-invite?token=a%20b');
    expect(accessRedirect('signed_in', { ...invited, hasInviteNews: true }, place)).toBeNull();
  });

  test('after sign-in the wanted page opens, but only a page of this app', () => {
    expect(accessRedirect('public', signedIn, { path: '/auth/login', search: '?next=%2Ffinance%2Fexpenses' })).toBe('/finance/expenses');
    for (const foreign of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/auth/login'])
      expect(returnPath(`?next=${encodeURIComponent(foreign)}`)).toBeNull();
  });

  test('the home page is not remembered as wanted', () => {
    expect(accessRedirect('company', signedOut, { path: '/', search: '' })).toBe('/auth/login');
  });
});
