import type { Query } from '#local/db/port.ts';
import type { AuthContext } from './auth-context.ts';

/**
 * Whether the address may get an account. Where only who is invited may, the first person of all may too: somebody has to invite. An
 * account whose address nobody has confirmed counts as none, or a stranger who was first could lock out whom the server is for.
 */
export async function maySignUp({ config, now }: AuthContext, query: Query, email: string): Promise<boolean> {
  if (config.signUp !== 'invited') return config.signUp === 'open';
  const { rows } = await query(
    `select exists (select from public.invites i where i.email = lower($1) and i.status = 'pending' and i.expires_at > $2 and private.is_backed(i))
       or not exists (select from auth.users u where u.email_confirmed_at is not null) as may`,
    [email, now().toISOString()],
  );
  return rows[0]?.['may'] === true;
}
