import * as z from 'zod/mini';
import type { Query } from '#local/db/port.ts';
import {
  type AuthCall,
  type AuthContext,
  type AuthRoute,
  metadataField,
  parseInput,
  pkceFields,
  requireEmail,
} from '#local/auth/auth-context.ts';
import { AuthError } from '#local/auth/auth-error.ts';
import { codeChallenge } from '#local/auth/flow-state.ts';
import { issueToken, takeByCode } from '#local/auth/one-time-tokens.ts';
import { assertPasswordAllowed, hashPassword, verifyPassword } from '#local/auth/passwords.ts';
import { assertStrongSession, requireUser, type SignedIn } from '#local/auth/require-user.ts';
import { millis, onlyRow } from '#local/auth/rows.ts';
import { sendAuthMail, takeMailAllowance, trySendAuthMail } from '#local/auth/send-mail.ts';
import { endSessions } from '#local/auth/sessions.ts';
import { findUserByEmail, findUserById, ownMetadata, type UserRow, userView } from '#local/auth/users.ts';

const updateSchema = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  password: z.optional(z.string()),
  current_password: z.optional(z.string()),
  nonce: z.optional(z.string()),
  data: metadataField,
  ...pkceFields,
});
type Update = z.output<typeof updateSchema>;

async function getUser(auth: AuthContext, call: AuthCall): Promise<Response> {
  const { user } = await requireUser(auth, auth.db.query, call);
  return Response.json(await userView(auth.db.query, user));
}

async function updateUser(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(updateSchema, call.body);
  if (input.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone numbers are not enabled');
  const signedIn = await requireUser(auth, auth.db.query, call);
  const email = input.email === undefined ? undefined : requireEmail(input.email);
  const wantsNewEmail = email !== undefined && email !== signedIn.user.email;
  if (input.password !== undefined || wantsNewEmail) await assertStrongSession(auth.db.query, signedIn);
  if (input.password !== undefined) await changePassword(auth, signedIn, input.password, input);
  if (wantsNewEmail) await askForNewEmail(auth, call, signedIn, { email, input });
  const user = await auth.db.transaction((query) => mergeMetadata(auth, query, signedIn.user.id, input.data ?? {}));
  return Response.json(await userView(auth.db.query, user));
}

async function changePassword(auth: AuthContext, signedIn: SignedIn, password: string, input: Update): Promise<void> {
  const { user, session } = signedIn;
  assertPasswordAllowed(password, auth.config);
  await assertFreshEnough(auth, signedIn, input.nonce);
  const { bcryptCost } = auth.config;
  if (input.current_password !== undefined && !(await verifyPassword(input.current_password, user.encrypted_password, bcryptCost)))
    throw new AuthError(400, 'invalid_credentials', 'Current password is wrong');
  if (await verifyPassword(password, user.encrypted_password, bcryptCost))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  const hash = await hashPassword(password, bcryptCost);
  await auth.db.transaction(async (query) => {
    await query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [user.id, hash, auth.now().toISOString()]);
    // Whoever knew the old password, or holds a link to set a new one, is out.
    await endSessions(query, user.id, 'others', session.id);
    await query(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'`, [user.id]);
    await query('delete from auth.flow_state where user_id = $1', [user.id]);
  });
  if (user.email !== null)
    await trySendAuthMail(auth, { kind: 'password_changed', to: user.email, locale: user.raw_user_meta_data['locale'] });
}

async function assertFreshEnough(auth: AuthContext, { user, session }: SignedIn, nonce: string | undefined): Promise<void> {
  const maxAge = auth.config.reauthenticateAfterSeconds;
  const isFresh = maxAge === null || auth.now().getTime() - millis(session.created_at) <= maxAge * 1000;
  if (isFresh && !nonce) return;
  if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  const taken = await takeByCode(auth, auth.db.query, { email: user.email ?? '', code: nonce, type: 'reauthentication' });
  if (taken?.user_id !== user.id) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}

type NewEmail = { readonly email: string; readonly input: Update };

/** The new address must be confirmed from its own mailbox; the old one is told. */
async function askForNewEmail(auth: AuthContext, call: AuthCall, { user }: SignedIn, { email, input }: NewEmail): Promise<void> {
  const challenge = codeChallenge(input);
  takeMailAllowance(auth, call, email);
  const issued = await auth.db.transaction(async (query) => {
    if (await findUserByEmail(query, email))
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
    await query('update auth.users set email_change = $2, email_change_sent_at = $3 where id = $1', [
      user.id,
      email,
      auth.now().toISOString(),
    ]);
    return issueToken(auth, query, user, {
      type: 'email_change',
      to: email,
      redirectTo: call.url.searchParams.get('redirect_to'),
      challenge,
    });
  });
  const locale = user.raw_user_meta_data['locale'];
  await sendAuthMail(auth, { kind: 'email_change', to: email, locale, link: issued.link, code: issued.code });
  if (user.email !== null) await trySendAuthMail(auth, { kind: 'email_change_notice', to: user.email, locale, address: email });
}

/** Merges top-level keys; a null takes its key away. What the service itself states about the user stays. */
async function mergeMetadata(auth: AuthContext, query: Query, userId: string, data: Record<string, unknown>): Promise<UserRow> {
  const current = await findUserById(query, userId);
  if (!current) throw new AuthError(403, 'user_not_found', 'User not found');
  const changes = ownMetadata(data);
  if (Object.keys(changes).length === 0) return current;
  const merged = Object.entries({ ...current.raw_user_meta_data, ...changes }).filter(([, value]) => value !== null);
  const metadata = parseInput(z.object({ data: metadataField }), { data: Object.fromEntries(merged) }).data ?? {};
  return onlyRow<UserRow>(query, 'update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1 returning *', [
    userId,
    JSON.stringify(metadata),
    auth.now().toISOString(),
  ]);
}

async function reauthenticate(auth: AuthContext, call: AuthCall): Promise<Response> {
  const { user } = await requireUser(auth, auth.db.query, call);
  if (user.email === null) throw new AuthError(422, 'validation_failed', 'Reauthentication requires the user to have an email');
  takeMailAllowance(auth, call, user.email);
  const issued = await issueToken(auth, auth.db.query, user, { type: 'reauthentication', to: user.email });
  await auth.db.query('update auth.users set reauthentication_sent_at = $2 where id = $1', [user.id, auth.now().toISOString()]);
  await sendAuthMail(auth, { kind: 'reauthentication', to: user.email, locale: user.raw_user_meta_data['locale'], code: issued.code });
  return Response.json({});
}

export const userRoutes: readonly AuthRoute[] = [
  { method: 'GET', path: '/user', handle: getUser },
  { method: 'PUT', path: '/user', handle: updateUser },
  { method: 'GET', path: '/reauthenticate', handle: reauthenticate },
];
