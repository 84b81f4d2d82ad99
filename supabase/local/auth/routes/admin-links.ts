import * as z from 'zod/mini';
import type { Query } from '#local/db/port.ts';
import { adminRoute } from '#local/auth/admin-route.ts';
import { type AuthCall, type AuthContext, type AuthRoute, metadataField, parseInput, requireEmail } from '#local/auth/auth-context.ts';
import { wishForEmail } from '#local/auth/email-change.ts';
import { AuthError } from '#local/auth/auth-error.ts';
import { issueToken, type TokenType } from '#local/auth/one-time-tokens.ts';
import { assertPasswordAllowed, hashPassword } from '#local/auth/passwords.ts';
import { sendAuthMail } from '#local/auth/send-mail.ts';
import { isUniqueViolation } from '#local/auth/violations.ts';
import { createUser, findUserByEmail, type NewUser, type UserRow, userView } from '#local/auth/users.ts';
import { emailExists } from './admin-users.ts';

const inviteSchema = z.object({ email: z.string(), data: metadataField });
const linkSchema = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_new', 'email_change_current']),
  email: z.string(),
  new_email: z.optional(z.string()),
  password: z.optional(z.string()),
  data: metadataField,
  redirect_to: z.optional(z.string()),
});
type LinkInput = z.output<typeof linkSchema>;

/** Makes a user who is yet to choose a password, and mails the way in. */
async function invite(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(inviteSchema, call.body);
  const email = requireEmail(input.email);
  const newUser: NewUser = { email, passwordHash: null, userMetadata: input.data ?? {}, isInvited: true };
  const issued = await auth.db
    .transaction(async (query) => {
      const existing = await findUserByEmail(query, email);
      // An invitation may be repeated until it is accepted.
      if (existing && existing.email_confirmed_at !== null) throw emailExists();
      const user = existing ?? (await createUser(query, newUser, auth.now()));
      const token = await issueToken(auth, query, user, {
        type: 'invite',
        to: email,
        redirectTo: call.url.searchParams.get('redirect_to'),
      });
      return { ...token, locale: user.raw_user_meta_data['locale'], view: await userView(query, user) };
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailExists() : error;
    });
  await sendAuthMail(auth, { kind: 'invite', to: email, locale: issued.locale, link: issued.link, code: issued.code });
  return Response.json(issued.view);
}

/** The link and code that a mail would carry, for a caller that sends its own mails. */
async function generateLink(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(linkSchema, call.body);
  const email = requireEmail(input.email);
  if (input.password !== undefined) assertPasswordAllowed(input.password);
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password, auth.config.bcryptCost);
  const redirectTo = input.redirect_to ?? call.url.searchParams.get('redirect_to');
  const answer = await auth.db.transaction(async (query) => {
    const user = await userFor(auth, query, { input, email, passwordHash });
    if (isEmailChange(input.type) && requireEmail(input.new_email) !== user.email_change)
      await wishForEmail(auth, query, user, requireEmail(input.new_email));
    const type: TokenType = input.type === 'email_change_new' ? 'email_change' : input.type;
    const to = type === 'email_change' ? requireEmail(input.new_email) : email;
    const token = await issueToken(auth, query, user, { type, to, redirectTo });
    return {
      ...(await userView(query, user)),
      action_link: token.link,
      email_otp: token.code,
      hashed_token: token.token,
      verification_type: input.type,
      redirect_to: token.redirectTo,
    };
  });
  return Response.json(answer);
}

const isEmailChange = (type: LinkInput['type']): boolean => type === 'email_change_new' || type === 'email_change_current';

type Wish = { readonly input: LinkInput; readonly email: string; readonly passwordHash: string | null };

async function userFor(auth: AuthContext, query: Query, { input, email, passwordHash }: Wish): Promise<UserRow> {
  const existing = await findUserByEmail(query, email);
  const isForNewcomers = input.type === 'signup' || input.type === 'invite';
  if (existing && isForNewcomers && existing.email_confirmed_at !== null) throw emailExists();
  if (existing) return existing;
  if (input.type === 'recovery' || isEmailChange(input.type)) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  if (input.type === 'signup' && passwordHash === null) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
  return createUser(query, { email, passwordHash, userMetadata: input.data ?? {}, isInvited: input.type === 'invite' }, auth.now());
}

/** Links and invitations; the service role only. */
export const adminLinkRoutes: readonly AuthRoute[] = [
  adminRoute('POST', '/invite', invite),
  adminRoute('POST', '/admin/generate_link', generateLink),
];
