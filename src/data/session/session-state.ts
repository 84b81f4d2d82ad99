import { type StoredSession, tokenClaims } from '#platform/supabase/stored-session.ts';

export type SessionUser = {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  /** Path in the bucket `avatars`; `''` without a picture. */ readonly avatarPath: string;
  /** Kinds of notices the person does not want. */ readonly mutedNotices: readonly string[];
};
export type SecondFactor = { readonly id: string; readonly type: string; readonly name: string };
/** `none`: nobody was signed in; `expired`: the server ended the session, work on this device is kept; the others by a person's act. */
export type SignedOutReason = 'none' | 'signed_out' | 'other_tab' | 'expired';

export type SessionState =
  | { readonly status: 'restoring' }
  | { readonly status: 'signed_out'; readonly reason: SignedOutReason }
  | {
      readonly status: 'signed_in';
      readonly user: SessionUser;
      /** Came by a recovery link and has to set a new password. */ readonly isRecovery: boolean;
    }
  | {
      readonly status: 'pending_second_factor';
      readonly user: SessionUser;
      readonly factors: readonly SecondFactor[];
      readonly isRecovery: boolean;
    };

/** Names of the auth client's events (spec §4). */
export type AuthEventName =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED';

export type SessionEvent =
  | { readonly type: 'restored'; readonly stored: StoredSession | null }
  /** `stored` is what the client's cookies hold at that moment. */
  | { readonly type: 'auth'; readonly name: AuthEventName; readonly session: StoredSession | null; readonly stored: StoredSession | null }
  | { readonly type: 'recovery_started' }
  | { readonly type: 'recovery_done' }
  | { readonly type: 'signed_out_here' }
  | { readonly type: 'signed_out_elsewhere' };

export const INITIAL_STATE: SessionState = { status: 'restoring' };

/**
 * The session of spec §4. The stored user counts, not the client's word about it: offline with an expired token the client
 * answers "no session" although nothing is lost, so only cookies that are really gone end the session.
 */
export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'restored':
      return event.stored ? sessionOf(event.stored, false) : { status: 'signed_out', reason: 'none' };
    case 'auth': {
      const session = event.name === 'SIGNED_OUT' ? event.stored : (event.session ?? event.stored);
      if (session) return sessionOf(session, isRecovery(state, event.name, session));
      if (state.status === 'signed_out') return state;
      return { status: 'signed_out', reason: state.status === 'restoring' ? 'none' : 'expired' };
    }
    case 'recovery_started':
    case 'recovery_done':
      return 'isRecovery' in state ? { ...state, isRecovery: event.type === 'recovery_started' } : state;
    case 'signed_out_here':
      return { status: 'signed_out', reason: 'signed_out' };
    case 'signed_out_elsewhere':
      return state.status === 'signed_out' && state.reason !== 'expired' ? state : { status: 'signed_out', reason: 'other_tab' };
  }
}

/** Verified factors while the token is still at the first level: the next level is aal2 and the current one is not. */
export function pendingFactors(session: StoredSession): SecondFactor[] {
  if (tokenClaims(session.access_token).aal === 'aal2') return [];
  const verified = (session.user.factors ?? []).filter((factor) => factor.status === 'verified');
  return verified.map((factor) => ({ id: factor.id, type: factor.factor_type, name: factor.friendly_name ?? '' }));
}

function sessionOf(session: StoredSession, recovery: boolean): SessionState {
  const factors = pendingFactors(session);
  const user = userOf(session);
  return factors.length > 0
    ? { status: 'pending_second_factor', user, factors, isRecovery: recovery }
    : { status: 'signed_in', user, isRecovery: recovery };
}

function isRecovery(state: SessionState, name: AuthEventName, session: StoredSession): boolean {
  if (name === 'PASSWORD_RECOVERY') return true;
  return 'user' in state && state.user.id === session.user.id && state.isRecovery;
}

function userOf({ user }: StoredSession): SessionUser {
  const metadata = user.user_metadata ?? {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const muted: unknown = metadata['muted_notices'];
  return {
    id: user.id,
    email: user.email ?? '',
    displayName: text(metadata['display_name'] ?? metadata['full_name']),
    avatarPath: text(metadata['avatar_path']),
    mutedNotices: Array.isArray(muted) ? muted.filter((kind) => typeof kind === 'string') : [],
  };
}
