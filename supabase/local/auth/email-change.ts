import type { Query } from '#local/db/port.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { type CodeChallenge, type IssuedToken, issueToken, type OneTimeTokenRow } from './one-time-tokens.ts';
import { firstRow, onlyRow } from './rows.ts';
import { trySendAuthMail } from './send-mail.ts';
import { confirmEmail, findUserByEmail, type UserRow } from './users.ts';

/** Bits of `auth.users.email_change_confirm_status`. */
const NEW_MAILBOX = 1;
const CURRENT_MAILBOX = 2;
const BOTH_MAILBOXES = 3;

export type MailedLink = { readonly redirectTo: string | null; readonly challenge: CodeChallenge | null };
type Sendable = { readonly to: string; readonly token: IssuedToken };

/** Notes the wish for another address. Nothing counts yet, whatever was confirmed for an earlier wish. */
export async function wishForEmail(auth: AuthContext, query: Query, user: UserRow, email: string): Promise<UserRow> {
  if (await findUserByEmail(query, email))
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  return onlyRow<UserRow>(
    query,
    'update auth.users set email_change = $2, email_change_confirm_status = 0, email_change_sent_at = $3 where id = $1 returning *',
    [user.id, email, auth.now().toISOString()],
  );
}

/** Fresh links for the mailboxes that have not confirmed yet: the wished one, and the one so far. */
export async function issueEmailChange(auth: AuthContext, query: Query, user: UserRow, link: MailedLink): Promise<Sendable[]> {
  const waiting: Sendable[] = [];
  if (user.email_change !== null && (user.email_change_confirm_status & NEW_MAILBOX) === 0) {
    const token = await issueToken(auth, query, user, { type: 'email_change', to: user.email_change, ...link });
    waiting.push({ to: user.email_change, token });
  }
  if (user.email !== null && (user.email_change_confirm_status & CURRENT_MAILBOX) === 0) {
    const token = await issueToken(auth, query, user, { type: 'email_change_current', to: user.email, ...link });
    waiting.push({ to: user.email, token });
  }
  return waiting;
}

/** Answers whether every mail is on its way. */
export async function sendEmailChange(auth: AuthContext, user: UserRow, mails: readonly Sendable[]): Promise<boolean> {
  const locale = user.raw_user_meta_data['locale'];
  const sent = mails.map(({ to, token: { link, code } }) =>
    trySendAuthMail(auth, {
      kind: 'email_change',
      to,
      locale,
      link,
      code,
      address: user.email_change ?? to,
    }),
  );
  return (await Promise.all(sent)).every(Boolean);
}

/** One mailbox has confirmed: the changed user once both have, `half` before, null when the wish is no more or the address was taken. */
export async function confirmEmailChange(
  auth: AuthContext,
  query: Query,
  user: UserRow,
  row: OneTimeTokenRow,
): Promise<UserRow | 'half' | null> {
  const isNew = row.token_type === 'email_change_token_new';
  if (user.email_change === null || row.relates_to !== (isNew ? user.email_change : user.email)) return null;
  if (await findUserByEmail(query, user.email_change)) return null;
  const marked = await firstRow<UserRow>(
    query,
    `update auth.users set email_change_confirm_status = email_change_confirm_status | $2::smallint where id = $1 and email_change = $3 returning *`,
    [user.id, isNew ? NEW_MAILBOX : CURRENT_MAILBOX, user.email_change],
  );
  if (!marked) return null;
  if (user.email !== null && marked.email_change_confirm_status !== BOTH_MAILBOXES) return 'half';
  // Links that lie in the old mailbox end with it.
  await query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
  return confirmEmail(query, user, user.email_change, auth.now());
}
