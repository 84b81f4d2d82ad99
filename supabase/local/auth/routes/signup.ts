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
import { type CodeChallenge, type IssuedToken, issueToken } from '#local/auth/one-time-tokens.ts';
import { assertPasswordAllowed, hashPassword } from '#local/auth/passwords.ts';
import { onlyRow } from '#local/auth/rows.ts';
import { inEvenTime, sendAuthMail, takeMailAllowance } from '#local/auth/send-mail.ts';
import { clientOf } from '#local/auth/client.ts';
import { maySignUp } from '#local/auth/sign-up-rule.ts';
import { startSession } from '#local/auth/sessions.ts';
import {
  createUser,
  findUserByEmail,
  lockEmail,
  type NewUser,
  ownMetadata,
  pretendedUser,
  type UserRow,
  userView,
} from '#local/auth/users.ts';

const signupSchema = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  password: z.optional(z.string()),
  data: metadataField,
  ...pkceFields,
});

async function signUp(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(signupSchema, call.body);
  if (input.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!input.email && !input.password) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!input.password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
  const email = requireEmail(input.email);
  assertPasswordAllowed(input.password);
  const challenge = codeChallenge(input);
  auth.limits.take(`signup:${call.client}`, auth.config.limits.signUp);
  if (!(await maySignUp(auth, auth.db.query, email))) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (!auth.config.autoconfirm) takeMailAllowance(auth, call, email);
  // Hashed for a taken address too: the work, and so the time, is the same.
  const passwordHash = await hashPassword(input.password, auth.config.bcryptCost);
  const newUser: NewUser = { email, passwordHash, userMetadata: input.data ?? {}, isConfirmed: auth.config.autoconfirm };
  if (auth.config.autoconfirm) return signUpAtOnce(auth, call, newUser);
  return inEvenTime(auth, () => signUpByMail(auth, call, newUser, challenge));
}

async function signUpAtOnce(auth: AuthContext, call: AuthCall, newUser: NewUser): Promise<Response> {
  const answer = await auth.db.transaction(async (query) => {
    await lockEmail(query, newUser.email);
    if (await findUserByEmail(query, newUser.email)) throw new AuthError(422, 'user_already_exists', 'User already registered');
    return startSession(auth, query, await createUser(query, newUser, auth.now()), { method: 'password', client: clientOf(call) });
  });
  return Response.json(answer);
}

/** Answers the same for a new, an unconfirmed and a registered address; the mail tells the owner of the mailbox which it is. */
async function signUpByMail(auth: AuthContext, call: AuthCall, newUser: NewUser, challenge: CodeChallenge | null): Promise<Response> {
  const redirectTo = call.url.searchParams.get('redirect_to');
  const registration = await auth.db.transaction((query) => register({ auth, query, newUser, challenge, redirectTo }));
  const { email } = newUser;
  if (registration.kind === 'registered')
    await sendAuthMail(auth, { kind: 'already_registered', to: email, locale: registration.locale, link: auth.siteUrl() });
  else {
    const { link, code } = registration.token;
    await sendAuthMail(auth, { kind: 'signup', to: email, locale: newUser.userMetadata['locale'], link, code });
  }
  return Response.json(registration.kind === 'new' ? registration.view : pretendedUser(newUser, auth.now()));
}

type Signup = {
  readonly auth: AuthContext;
  readonly query: Query;
  readonly newUser: NewUser;
  readonly challenge: CodeChallenge | null;
  readonly redirectTo: string | null;
};
type Registration =
  | { readonly kind: 'new'; readonly token: IssuedToken; readonly view: Record<string, unknown> }
  | { readonly kind: 'again'; readonly token: IssuedToken }
  | { readonly kind: 'registered'; readonly locale: unknown };

async function register({ auth, query, newUser, challenge, redirectTo }: Signup): Promise<Registration> {
  await lockEmail(query, newUser.email);
  const existing = await findUserByEmail(query, newUser.email);
  if (existing && existing.email_confirmed_at !== null) return { kind: 'registered', locale: existing.raw_user_meta_data['locale'] };
  const at = auth.now().toISOString();
  const user = existing ?? (await createUser(query, newUser, auth.now()));
  // Nobody has proved this address yet: the newest sign-up counts, and only its mail confirms its password.
  const sent = await onlyRow<UserRow>(
    query,
    `update auth.users set encrypted_password = $2, raw_user_meta_data = raw_user_meta_data || $3::jsonb, confirmation_sent_at = $4 where id = $1 returning *`,
    [user.id, newUser.passwordHash, JSON.stringify(ownMetadata(newUser.userMetadata)), at],
  );
  const token = await issueToken(auth, query, user, { type: 'signup', to: newUser.email, redirectTo, challenge });
  return existing ? { kind: 'again', token } : { kind: 'new', token, view: await userView(query, sent) };
}

export const signupRoutes: readonly AuthRoute[] = [{ method: 'POST', path: '/signup', handle: signUp }];
