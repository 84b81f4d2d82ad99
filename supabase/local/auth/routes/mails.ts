import * as z from 'zod/mini';
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
import { issueEmailChange, sendEmailChange } from '#local/auth/email-change.ts';
import { type IssuedToken, issueToken, type LinkType } from '#local/auth/one-time-tokens.ts';
import { inEvenTime, trySendAuthMail, takeMailAllowance } from '#local/auth/send-mail.ts';
import { maySignUp } from '#local/auth/sign-up-rule.ts';
import { createUser, findUserByEmail, lockEmail, type UserRow } from '#local/auth/users.ts';

const recoverSchema = z.object({ email: z.optional(z.string()), ...pkceFields });
const otpSchema = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  create_user: z.optional(z.boolean()),
  data: metadataField,
  ...pkceFields,
});
const resendSchema = z.object({ email: z.optional(z.string()), phone: z.optional(z.string()), type: z.optional(z.string()) });

type SentAt = 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at';
const SENT_AT: Record<LinkType, SentAt> = {
  signup: 'confirmation_sent_at',
  invite: 'confirmation_sent_at',
  magiclink: 'recovery_sent_at',
  recovery: 'recovery_sent_at',
  email_change: 'email_change_sent_at',
};
type Sending = { readonly user: UserRow; readonly type: LinkType; readonly to: string };

async function issueAndSend(auth: AuthContext, call: AuthCall, { user, type, to }: Sending): Promise<void> {
  const challenge = codeChallenge(parseInput(z.object(pkceFields), call.body));
  const redirectTo = call.url.searchParams.get('redirect_to');
  const issued: IssuedToken = await auth.db.transaction(async (query) => {
    await query(`update auth.users set ${SENT_AT[type]} = $2 where id = $1`, [user.id, auth.now().toISOString()]);
    return issueToken(auth, query, user, { type, to, redirectTo, challenge });
  });
  await trySendAuthMail(auth, { kind: type, to, locale: user.raw_user_meta_data['locale'], link: issued.link, code: issued.code });
}

async function recover(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(recoverSchema, call.body);
  if (!input.email) throw new AuthError(400, 'validation_failed', 'Password recovery requires an email');
  const email = requireEmail(input.email);
  codeChallenge(input);
  takeMailAllowance(auth, call, email);
  await inEvenTime(auth, async () => {
    const user = await findUserByEmail(auth.db.query, email);
    if (user) await issueAndSend(auth, call, { user, type: 'recovery', to: email });
  });
  return Response.json({});
}

/** Sign-in by mail. An unknown address becomes a user where sign-up is allowed, and otherwise gets the same answer and no mail. */
async function otp(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(otpSchema, call.body);
  if (input.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  const email = requireEmail(input.email);
  codeChallenge(input);
  takeMailAllowance(auth, call, email);
  await inEvenTime(auth, async () => {
    const mayCreate = (input.create_user ?? true) && (await maySignUp(auth, auth.db.query, email));
    const user = await otpUser(auth, email, { mayCreate, userMetadata: input.data ?? {} });
    if (!user) return;
    const type = user.email_confirmed_at === null ? 'signup' : 'magiclink';
    await issueAndSend(auth, call, { user, type, to: email });
  });
  return Response.json({});
}

/** The known user, or a new one where that is allowed. */
async function otpUser(auth: AuthContext, email: string, { mayCreate, userMetadata }: OtpWish): Promise<UserRow | undefined> {
  return auth.db.transaction(async (query) => {
    await lockEmail(query, email);
    const user = await findUserByEmail(query, email);
    if (!user) return mayCreate ? createUser(query, { email, passwordHash: null, userMetadata }, auth.now()) : undefined;
    // Someone else may have signed this address up: what is confirmed now must not be their password.
    if (user.email_confirmed_at === null) await query('update auth.users set encrypted_password = null where id = $1', [user.id]);
    return user;
  });
}

type OtpWish = { readonly mayCreate: boolean; readonly userMetadata: Record<string, unknown> };

async function resend(auth: AuthContext, call: AuthCall): Promise<Response> {
  const { type, email: wish } = parseInput(resendSchema, call.body);
  if (type !== 'signup' && type !== 'email_change')
    throw new AuthError(400, 'validation_failed', 'Missing one of these types: signup, email_change');
  const email = requireEmail(wish);
  takeMailAllowance(auth, call, email);
  await inEvenTime(auth, async () => {
    const user = await findUserByEmail(auth.db.query, email);
    if (user && type === 'signup' && user.email_confirmed_at === null) await issueAndSend(auth, call, { user, type, to: email });
    if (user && type === 'email_change' && user.email_change !== null) await resendEmailChange(auth, call, user);
  });
  return Response.json({});
}

async function resendEmailChange(auth: AuthContext, call: AuthCall, user: UserRow): Promise<void> {
  const challenge = codeChallenge(parseInput(z.object(pkceFields), call.body));
  const link = { challenge, redirectTo: call.url.searchParams.get('redirect_to') };
  const mails = await auth.db.transaction(async (query) => {
    await query('update auth.users set email_change_sent_at = $2 where id = $1', [user.id, auth.now().toISOString()]);
    return issueEmailChange(auth, query, user, link);
  });
  await sendEmailChange(auth, user, mails);
}

/** Everything that puts a link or a code into someone's mailbox. Known and unknown addresses get one answer. */
export const mailRoutes: readonly AuthRoute[] = [
  { method: 'POST', path: '/recover', handle: recover },
  { method: 'POST', path: '/otp', handle: otp },
  { method: 'POST', path: '/resend', handle: resend },
  { method: 'POST', path: '/magiclink', handle: otp },
];
