import type * as z from 'zod/mini';
import type { FunctionEnv } from './env.ts';
import { isPlatform, keyHeaders, publicKey, secretKey } from './keys.ts';
import { Refusal } from './refusal.ts';

export type Handler = (request: Request, env: FunctionEnv) => Promise<Response>;
export type Caller = {
  /** With these the platform's services act with the caller's rights; the first of them to be asked checks the token. */
  readonly headers: Readonly<Record<string, string>>;
  /** A scheduler, or whoever has the project's secret key. */
  readonly isPlatform: boolean;
};
export type Call<T> = {
  readonly body: T;
  readonly env: FunctionEnv;
  readonly caller: Caller;
  readonly signal: AbortSignal;
};

async function parse<T>(request: Request, schema: z.ZodMiniType<T>): Promise<T> {
  let input: unknown;
  try {
    input = await request.json();
  } catch {
    throw new Refusal(400, 'invalid_input', 'body');
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Refusal(422, 'invalid_input', parsed.error.issues[0]?.path.map(String).join('.') ?? '');
}

/** Nobody has looked at a request before: a gateway can't read the tokens of all projects, and keys that are none. */
function callerOf({ headers }: Request, env: FunctionEnv): Caller {
  if (isPlatform(headers, env)) return { headers: keyHeaders(secretKey(env)), isPlatform: true };
  const [key, authorization] = [publicKey(env), headers.get('authorization') ?? ''];
  if (!/^Bearer ./.test(authorization) || authorization === `Bearer ${key}`) throw new Refusal(401, 'not_signed_in');
  return { headers: keyHeaders(key, authorization), isPlatform: false };
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
};

/** The kind of a failure, and the state that a database gave: its text may quote what a customer typed. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return typeof error.cause === 'string' ? `${error.name}/${error.cause}` : error.name;
}

/** Also what nobody foresaw is answered here: the platform's own answer would lack the headers, and a browser would call that no answer at all. */
function refused(error: unknown, request: Request): Response {
  if (!(error instanceof Refusal)) {
    console.error('function failed', new URL(request.url).pathname, kindOf(error));
    return Response.json({ error: 'The function failed' }, { status: 500, headers: CORS });
  }
  const { status, code, detail } = error;
  return Response.json(detail === '' ? { error: code } : { error: code, detail }, { status, headers: CORS });
}

/** A function that takes a JSON body and answers JSON. Refusals become `{ error, detail }`. */
export function endpoint<T>(schema: z.ZodMiniType<T>, run: (call: Call<T>) => Promise<object>): Handler {
  return async (request, env) => {
    // Hosted Supabase leaves the browser's question to the function; the embedded backend answers it before.
    if (request.method === 'OPTIONS') return new Response('ok', { headers: CORS });
    try {
      if (request.method !== 'POST') throw new Refusal(405, 'method_not_allowed');
      const caller = callerOf(request, env);
      const answer = await run({ body: await parse(request, schema), env, caller, signal: request.signal });
      return Response.json(answer, { headers: CORS });
    } catch (error) {
      return refused(error, request);
    }
  };
}
