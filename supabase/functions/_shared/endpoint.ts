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

/** A function that takes a JSON body and answers JSON. Refusals become `{ error, detail }`; anything unforeseen goes to the platform. */
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
      if (!(error instanceof Refusal)) throw error;
      const { status, code, detail } = error;
      return Response.json(detail === '' ? { error: code } : { error: code, detail }, { status, headers: CORS });
    }
  };
}
