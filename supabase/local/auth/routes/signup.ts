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
import { type CodeChallenge, issueToken } from '#local/auth/one-time-tokens.ts';
import { assertPasswordAllowed, hashPassword } from '#local/auth/passwords.ts';
import { onlyRow } from '#local/auth/rows.ts';
import { sendAuthMail, takeMailAllowance } from '#local/auth/send-mail.ts';
import { clientOf } from '#local/auth/client.ts';
import { startSession } from '#local/auth/sessions.ts';
import { createUser, findUserByEmail, type NewUser, pretendedUser, type UserRow, userView } from '#local/auth/users.ts';
import { isUniqueViolation } from '#local/auth/violations.ts';

const signupSchema = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  password: z.optional(z.string()),
  data: metadataField,
  ...pkceFields,
});

async function signUp(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(signupSchema, call.body);
  if (!auth.config.signupEnabled) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (input.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!input.email && !input.password) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!input.password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
  const email = requireEmail(input.email);
  assertPasswordAllowed(input.password, auth.config);
  const challenge = codeChallenge(input);
  auth.limits.take(`signup:${call.client}`, auth.config.limits.signUp);
  if (!auth.config.autoconfirm) takeMailAllowance(auth, call, email);
  // Hashed for a taken address too: the work, and so the time, is the same.
  const passwordHash = await hashPassword(input.password, auth.config.bcryptCost);
  const newUser: NewUser = { email, passwordHash, userMetadata: input.data ?? {}, isConfirmed: auth.config.autoconfirm };
  return auth.config.autoconfirm ? signUpAtOnce(auth, call, newUser) : signUpByMail(auth, call, newUser, challenge);
}

async function signUpAtOnce(auth: AuthContext, call: AuthCall, newUser: NewUser): Promise<Response> {
  const taken = () => new AuthError(422, 'user_already_exists', 'User already registered');
  try {
    const answer = await auth.db.transaction(async (query) => {
      if (await findUserByEmail(query, newUser.email)) throw taken();
      return startSession(auth, query, await createUser(query, newUser, auth.now()), 'password', clientOf(call));
    });
    return Response.json(answer);
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
}

/** Answers the same for a new, an unconfirmed and a registered address; the mail tells the owner of the mailbox which it is. */
async function signUpByMail(auth: AuthContext, call: AuthCall, newUser: NewUser, challenge: CodeChallenge | null): Promise<Response> {
  const signup = { auth, newUser, challenge, redirectTo: call.url.searchParams.get('redirect_to') };
  const outcome = await registerUnconfirmed(signup).catch((error: unknown) => {
    // Two sign-ups of one address at the same moment: the second finds the first one's row.
    if (isUniqueViolation(error)) return registerUnconfirmed(signup);
    throw error;
  });
  const { email } = newUser;
  if (outcome === null) {
    const owner = await findUserByEmail(auth.db.query, email);
    await sendAuthMail(auth, { kind: 'already_registered', to: email, locale: owner?.raw_user_meta_data['locale'], link: auth.siteUrl() });
    return Response.json(pretendedUser(newUser, auth.now()));
  }
  await sendAuthMail(auth, { kind: 'signup', to: email, locale: newUser.userMetadata['locale'], link: outcome.link, code: outcome.code });
  return Response.json(outcome.view);
}

type Signup = {
  readonly auth: AuthContext;
  readonly newUser: NewUser;
  readonly challenge: CodeChallenge | null;
  readonly redirectTo: string | null;
};

function registerUnconfirmed({ auth, newUser, challenge, redirectTo }: Signup) {
  return auth.db.transaction(async (query) => {
    const existing = await findUserByEmail(query, newUser.email);
    if (existing && existing.email_confirmed_at !== null) return null;
    const now = auth.now();
    const user = existing ? await takeOver(existing) : await createUser(query, newUser, now);
    const { link, code } = await issueToken(auth, query, user, { type: 'signup', to: newUser.email, redirectTo, challenge });
    const sent = await onlyRow<UserRow>(query, 'update auth.users set confirmation_sent_at = $2 where id = $1 returning *', [
      user.id,
      now.toISOString(),
    ]);
    return { link, code, view: await userView(query, sent) };

    /** Nobody has proved this address yet: the newest sign-up counts, and only its mail confirms its password. */
    async function takeOver(unconfirmed: UserRow): Promise<UserRow> {
      await query('delete from auth.users where id = $1', [unconfirmed.id]);
      return createUser(query, newUser, now);
    }
  });
}

export const signupRoutes: readonly AuthRoute[] = [{ method: 'POST', path: '/signup', handle: signUp }];
