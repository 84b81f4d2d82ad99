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
import { issueEmailChange, sendEmailChange, wishForEmail } from '#local/auth/email-change.ts';
import { codeChallenge } from '#local/auth/flow-state.ts';
import { issueToken } from '#local/auth/one-time-tokens.ts';
import { noteProof, provePerson } from '#local/auth/password-proof.ts';
import { assertPasswordAllowed, hashPassword, verifyPassword } from '#local/auth/passwords.ts';
import { assertStrongSession, requireUser, type SignedIn } from '#local/auth/require-user.ts';
import { onlyRow } from '#local/auth/rows.ts';
import { sendAuthMail, takeMailAllowance, trySendAuthMail } from '#local/auth/send-mail.ts';
import { endSessions } from '#local/auth/sessions.ts';
import { findUserById, ownMetadata, type UserRow, userView } from '#local/auth/users.ts';

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
  await assertStrongSession(auth.db.query, signedIn);
  const email = input.email === undefined ? undefined : requireEmail(input.email);
  const wantsNewEmail = email !== undefined && email !== signedIn.user.email;
  if (input.password !== undefined) await changePassword(auth, signedIn, input.password, input);
  else if (input.current_password !== undefined || input.nonce !== undefined) await showProof(auth, signedIn, input);
  if (wantsNewEmail) await askForNewEmail(auth, call, signedIn, { email, input });
  const user = await auth.db.transaction((query) => mergeMetadata(auth, query, signedIn.user.id, input.data ?? {}));
  return Response.json(await userView(auth.db.query, user));
}

/** Shows who it is, for a step that follows: `spendProof`. The platform ignores these fields without a new password. */
async function showProof(auth: AuthContext, signedIn: SignedIn, input: Update): Promise<void> {
  await provePerson(auth, signedIn, { currentPassword: input.current_password, nonce: input.nonce });
  await noteProof(auth, auth.db.query, signedIn);
}

async function changePassword(auth: AuthContext, signedIn: SignedIn, password: string, input: Update): Promise<void> {
  const { user, session } = signedIn;
  assertPasswordAllowed(password);
  const { bcryptCost } = auth.config;
  const by = await provePerson(auth, signedIn, { currentPassword: input.current_password, nonce: input.nonce });
  if (await verifyPassword(password, user.encrypted_password, bcryptCost))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  const hash = await hashPassword(password, bcryptCost);
  await auth.db.transaction(async (query) => {
    const spent = await query('update auth.sessions set password_grant = null where id = $1 and password_grant is not null', [session.id]);
    // Two requests at once: only one of them has the grant.
    if (by === 'grant' && spent.count === 0)
      throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
    await query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [user.id, hash, auth.now().toISOString()]);
    // Whoever knew the old password, or holds a link to set a new one, is out.
    await endSessions(query, user.id, 'others', session.id);
    await query(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'`, [user.id]);
    await query('delete from auth.flow_state where user_id = $1', [user.id]);
  });
  if (user.email !== null)
    await trySendAuthMail(auth, { kind: 'password_changed', to: user.email, locale: user.raw_user_meta_data['locale'] });
}

type NewEmail = { readonly email: string; readonly input: Update };

/** Both mailboxes must confirm: a session alone, which may be stolen, changes no address. */
async function askForNewEmail(auth: AuthContext, call: AuthCall, { user }: SignedIn, { email, input }: NewEmail): Promise<void> {
  const link = { challenge: codeChallenge(input), redirectTo: call.url.searchParams.get('redirect_to') };
  takeMailAllowance(auth, call, email);
  if (user.email !== null) takeMailAllowance(auth, call, user.email);
  const { wishing, mails } = await auth.db.transaction(async (query) => {
    const wishing = await wishForEmail(auth, query, user, email);
    return { wishing, mails: await issueEmailChange(auth, query, wishing, link) };
  });
  if (!(await sendEmailChange(auth, wishing, mails))) throw new AuthError(500, 'unexpected_failure', 'Error sending email');
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
  const signedIn = await requireUser(auth, auth.db.query, call);
  await assertStrongSession(auth.db.query, signedIn);
  const { user } = signedIn;
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
