import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Query } from '#local/db/port.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import type { CodeChallenge } from './one-time-tokens.ts';
import { firstRow, type Instant, millis } from './rows.ts';
import { randomToken, tokenHash } from './secrets.ts';

type FlowStateRow = {
  readonly user_id: string;
  readonly code_challenge: string;
  readonly code_challenge_method: 's256' | 'plain';
  readonly authentication_method: string;
  readonly created_at: Instant;
};

/** The challenge of a PKCE request, or null in the implicit flow. Throws 400 `validation_failed` for half of one. */
export function codeChallenge(fields: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): CodeChallenge | null {
  const { code_challenge: challenge, code_challenge_method } = fields;
  if (!challenge && !code_challenge_method) return null;
  const method = code_challenge_method?.toLowerCase();
  if (!challenge || (method !== 's256' && method !== 'plain') || !/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    throw new AuthError(400, 'validation_failed', 'PKCE flow requires a code challenge and a code challenge method');
  return { challenge, method };
}

/** A code for the redirect. It is worth nothing without the verifier that the asking browser kept. */
export async function createAuthCode(
  auth: AuthContext,
  query: Query,
  userId: string,
  challenge: CodeChallenge,
  method: string,
): Promise<string> {
  const code = randomToken();
  const now = auth.now().toISOString();
  const expired = new Date(auth.now().getTime() - auth.config.flowStateSeconds * 1000).toISOString();
  await query('delete from auth.flow_state where user_id = $1 and created_at < $2', [userId, expired]);
  await query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge, code_challenge_method, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [randomUUID(), userId, tokenHash(code), challenge.challenge, challenge.method, method, now],
  );
  return code;
}

/** Who the code belongs to. The code is used up even when the verifier is wrong. */
export async function exchangeAuthCode(auth: AuthContext, code: string, verifier: string): Promise<{ userId: string; method: string }> {
  const flow = await firstRow<FlowStateRow>(auth.db.query, 'delete from auth.flow_state where auth_code = $1 returning *', [
    tokenHash(code),
  ]);
  if (!flow) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (auth.now().getTime() - millis(flow.created_at) > auth.config.flowStateSeconds * 1000)
    throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired');
  if (!matches(flow, verifier))
    throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  return { userId: flow.user_id, method: flow.authentication_method };
}

function matches(flow: FlowStateRow, verifier: string): boolean {
  const given = flow.code_challenge_method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(given), Buffer.from(flow.code_challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}
