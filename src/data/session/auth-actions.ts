import { AppError } from '#domain/errors.ts';
import { sleep } from '#platform/clock/clock.ts';
import type { StoredSession } from '#platform/supabase/stored-session.ts';
import { authAnswer, authOf } from './auth-call.ts';
import type { SessionService } from './session-service.ts';
import { pendingFactors, type SecondFactor } from './session-state.ts';
import { storedConfig } from '#platform/supabase/config.ts';

/** Spec §9: the level is looked at this long after signing in. */
export const MFA_CHECK_AFTER_MS = 100;

type Credentials = { readonly email: string; readonly password: string };
export type SignInResult = { readonly pendingFactors: readonly SecondFactor[] };
export type SignUpResult = { /** A mail with a link was sent; without it there is no session yet. */ readonly needsConfirmation: boolean };
/** `/auth/confirm` leads on by what the link was for. */
export type LinkPurpose = 'signup' | 'recovery' | 'invite' | 'magiclink' | 'email_change' | 'email';

/** Signs in with mail address and password. An answer with factors means: not in yet, a second factor is asked for. */
export async function signIn(service: SessionService, { email, password }: Credentials): Promise<SignInResult> {
  const client = await authOf(service);
  const { user, session } = await authAnswer(client.signInWithPassword({ email: email.trim(), password }));
  await service.keepDatabasesOf(user.id);
  await sleep(service.clock, MFA_CHECK_AFTER_MS);
  return { pendingFactors: pendingFactors(session as StoredSession) };
}

/** Verifies a code of the authenticator app; on success the session rises to the second level. */
export async function verifySecondFactor(service: SessionService, { factorId, code }: { factorId: string; code: string }): Promise<void> {
  const client = await authOf(service);
  const challenge = await authAnswer(client.mfa.challenge({ factorId }));
  await authAnswer(client.mfa.verify({ factorId, challengeId: challenge.id, code: code.trim() }));
}

/** Creates an account. An address that is already known gets the same answer: nobody can find out who has an account. */
export async function signUp(
  service: SessionService,
  input: Credentials & {
    readonly displayName: string;
    readonly redirectTo: string;
    /** Language of the mails to come. */ readonly locale: string;
  },
): Promise<SignUpResult> {
  const client = await authOf(service);
  const options = { emailRedirectTo: input.redirectTo, data: { display_name: input.displayName.trim(), locale: input.locale } };
  const { session, user } = await authAnswer(client.signUp({ email: input.email.trim(), password: input.password, options }));
  if (session && user) await service.keepDatabasesOf(user.id);
  return { needsConfirmation: session === null };
}

export async function resendConfirmation(
  service: SessionService,
  { email, redirectTo }: { email: string; redirectTo: string },
): Promise<void> {
  const client = await authOf(service);
  await authAnswer(client.resend({ type: 'signup', email: email.trim(), options: { emailRedirectTo: redirectTo } }));
}

/** Asks for a mail with a recovery link; the answer is the same for unknown addresses. */
export async function requestPasswordReset(
  service: SessionService,
  { email, redirectTo }: { email: string; redirectTo: string },
): Promise<void> {
  const client = await authOf(service);
  await authAnswer(client.resetPasswordForEmail(email.trim(), { redirectTo }));
}

/** Sets the password of the signed-in user, who came by a recovery link or is changing it. */
export async function setNewPassword(service: SessionService, { password }: { password: string }): Promise<void> {
  const client = await authOf(service);
  await authAnswer(client.updateUser({ password }));
  service.dispatch({ type: 'recovery_done' });
}

/**
 * Redeems the link of a mail: `?token_hash=&type=`, `?code=` of the PKCE flow, or an error the server put into the address.
 * Tokens in the fragment belong to the implicit flow, which this app does not use: refused, anybody could have planted them.
 */
export async function confirmLink(service: SessionService, url: URL): Promise<LinkPurpose> {
  const params = new URLSearchParams([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))]);
  refuseErrorOf(params);
  if (params.has('access_token')) throw new AppError('invalid_input', { reason: 'flow_mismatch' });
  const client = await authOf(service);
  const code = params.get('code');
  const tokenHash = params.get('token_hash');
  if (!code && !tokenHash) throw new AppError('invalid_input', { reason: 'link_incomplete' });
  const type = purposeOf(params.get('type'));
  const redeemed = code
    ? await authAnswer(client.exchangeCodeForSession(code))
    : await authAnswer(client.verifyOtp({ token_hash: tokenHash ?? '', type }));
  // The client remembers beside its PKCE verifier that it was a recovery; the code alone doesn't tell.
  const purpose = 'redirectType' in redeemed && (redeemed.redirectType as string | null) === 'recovery' ? 'recovery' : type;
  if (redeemed.user) await service.keepDatabasesOf(redeemed.user.id);
  if (purpose === 'recovery') service.dispatch({ type: 'recovery_started' });
  return purpose;
}

/** Redeems the six digits of a mail instead of its link. */
export async function confirmCode(
  service: SessionService,
  { email, code, type }: { email: string; code: string; type: 'signup' | 'recovery' | 'email' | 'email_change' },
): Promise<void> {
  const client = await authOf(service);
  const { user } = await authAnswer(client.verifyOtp({ email: email.trim(), token: code.trim(), type }));
  if (user) await service.keepDatabasesOf(user.id);
  if (type === 'recovery') service.dispatch({ type: 'recovery_started' });
}

function refuseErrorOf(params: URLSearchParams): void {
  if (!params.has('error') && !params.has('error_code') && !params.has('error_description')) return;
  throw new AppError('invalid_input', {
    reason: params.get('error_code') ?? params.get('error') ?? 'link_refused',
    description: params.get('error_description') ?? '',
  });
}

const PURPOSES: readonly LinkPurpose[] = ['signup', 'recovery', 'invite', 'magiclink', 'email_change', 'email'];
const purposeOf = (type: string | null): LinkPurpose => PURPOSES.find((purpose) => purpose === type) ?? 'signup';

/** Whether the backend keeps mails on a page of its own instead of sending them. */
export const hasMailPage = (): boolean => storedConfig()?.hasMailPage === true;
