import * as z from 'zod/mini';
import type { Call, Caller } from './endpoint.ts';
import type { FunctionEnv } from './env.ts';
import { keyHeaders, secretKey } from './keys.ts';
import { Refusal } from './refusal.ts';

const failureSchema = z.object({
  code: z.optional(z.nullable(z.string())),
  message: z.string(),
  details: z.optional(z.nullable(z.string())),
});

const noAnswer = (): Refusal => new Refusal(503, 'The database did not answer');

/** Business refusals (P0001) and missing rights (42501) carry a key as their message; everything else stays with the server. */
function refusalOf(status: number, body: unknown): Refusal {
  const parsed = failureSchema.safeParse(body);
  const { code, message, details } = parsed.success ? parsed.data : { code: '', message: '', details: '' };
  const isKey = /^[a-z_]+$/.test(message);
  if (code === 'P0001' && isKey) return new Refusal(422, message, details ?? '');
  if (code === '42501') return new Refusal(403, isKey ? message : 'not_allowed', details ?? '');
  if (status === 401) return new Refusal(401, 'not_signed_in');
  if (status >= 500) return noAnswer();
  throw new Error(`The database refused a call: ${code ?? status}`, { cause: code ?? status });
}

/** Null for a page that some proxy put in the place of an answer. */
function parsed(text: string): { readonly body: unknown } | null {
  try {
    return { body: text === '' ? null : JSON.parse(text) };
  } catch {
    return null;
  }
}

async function call(env: FunctionEnv, headers: Caller['headers'], name: string, args: object): Promise<unknown> {
  const response = await fetch(`${env['SUPABASE_URL']}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  }).catch(() => {
    throw noAnswer();
  });
  const answer = parsed(await response.text());
  if (!answer) throw noAnswer();
  if (!response.ok) throw refusalOf(response.status, answer.body);
  return answer.body;
}

/** Calls a database function with the caller's own rights. Throws `Refusal` for what it refuses. */
export const asCaller = ({ env, caller }: Pick<Call<unknown>, 'env' | 'caller'>, name: string, args: object = {}) =>
  call(env, caller.headers, name, args);

/** Calls a database function that only the platform may call. */
export const asPlatform = (env: FunctionEnv, name: string, args: object = {}): Promise<unknown> =>
  call(env, keyHeaders(secretKey(env)), name, args);
