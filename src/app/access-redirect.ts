import { carriesMailLink } from '#domain/account/mail-link.ts';

/** What a route asks of its visitor. `public` only for the signed-out; `open` for everybody; `signed_in`; `company` also needs a current company. */
export type RouteAccess = 'public' | 'open' | 'signed_in' | 'company';

export type Visitor = {
  readonly session: 'signed_out' | 'pending_second_factor' | 'signed_in';
  /** Came by a recovery link and is about to set a new password. */
  readonly isRecovery: boolean;
  readonly hasPendingInvites: boolean;
  /** Has just signed in, and whether there are invitations is about to be known: the way on waits for it, briefly. */
  readonly isDecidingInvites: boolean;
  /** Has just signed in and was not led to the pending invitations yet. */
  readonly hasInviteNews: boolean;
  readonly hasCompany: boolean;
  /** Signed out by a person's act: whoever signs in next did not ask for the page that was open. */
  readonly hasLeft: boolean;
};

export type Place = { readonly path: string; readonly search: string; readonly hash?: string };

const LOGIN = '/auth/login';
const CONFIRM = '/auth/confirm';
const SET_NEW_PASSWORD = '/auth/set-new-password';
const ACCEPT_INVITE = '/company/accept-invite';
const SELECT_COMPANY = '/company/select-current';

/**
 * The redirects of spec §2: where a visitor who is not at home on a route is sent, or null. A recovery visitor is signed in but goes
 * nowhere before the password is set; a pending second factor counts as not yet signed in. The token of an invitation survives every step.
 */
export function accessRedirect(access: RouteAccess, visitor: Visitor, place: Place): string | null {
  if (access === 'open') return null;
  if (visitor.session === 'signed_in' && visitor.isRecovery) return place.path === SET_NEW_PASSWORD ? null : SET_NEW_PASSWORD;
  if (visitor.session !== 'signed_in') return access === 'public' ? null : `${LOGIN}${wayBackQuery(visitor, place)}`;
  if (access === 'public') return fromPublicPage(visitor, place);
  if (place.path === ACCEPT_INVITE) return null;
  if (visitor.hasPendingInvites && visitor.hasInviteNews) return ACCEPT_INVITE;
  if (access !== 'company' || visitor.hasCompany) return null;
  return visitor.hasPendingInvites ? ACCEPT_INVITE : `${SELECT_COMPANY}${returnQuery(place)}`;
}

function fromPublicPage(visitor: Visitor, place: Place): string | null {
  // A mail's link works once and says what became of it: the page takes it out of the address when that is done.
  if (place.path === CONFIRM && carriesMailLink(place.search + (place.hash ?? ''))) return null;
  const token = tokenQuery(place.search);
  if (token || visitor.hasPendingInvites) return `${ACCEPT_INVITE}${token}`;
  return visitor.isDecidingInvites ? null : (returnPath(place.search) ?? '/');
}

/** Where the visitor wanted to go, carried by `?next=`; only a path of this app is followed. */
export function returnPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  return next && /^\/(?![/\\])[^\s\\]*$/.test(next) && !next.startsWith('/auth/') ? next : null;
}

function wayBackQuery(visitor: Visitor, place: Place): string {
  if (place.path === ACCEPT_INVITE && tokenQuery(place.search)) return tokenQuery(place.search);
  return visitor.hasLeft ? '' : returnQuery(place);
}

function returnQuery({ path, search }: Place): string {
  return path === '/' ? '' : `?next=${encodeURIComponent(path + search)}`;
}

function tokenQuery(search: string): string {
  const token = new URLSearchParams(search).get('token');
  return token ? `?token=${encodeURIComponent(token)}` : '';
}
