import type * as z from 'zod/mini';
import { Refusal } from './refusal.ts';

/** The names are hosted Supabase's; what is beyond them is in README.md. */
export type FunctionEnv = Readonly<Record<string, string>>;
export type Handler = (request: Request, env: FunctionEnv) => Promise<Response>;
export type Call<T> = {
  readonly body: T;
  readonly env: FunctionEnv;
  /** `Bearer …` of the caller, which the gateway has checked. */
  readonly authorization: string;
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
      const authorization = request.headers.get('authorization') ?? '';
      const answer = await run({ body: await parse(request, schema), env, authorization, signal: request.signal });
      return Response.json(answer, { headers: CORS });
    } catch (error) {
      return refused(error, request);
    }
  };
}
