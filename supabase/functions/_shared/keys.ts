import type { FunctionEnv } from './env.ts';

/** Hosted Supabase names the newer keys by JSON (`{"default":"sb_secret_…"}`), the older ones as they are; where both are set the older ones may be switched off. */
function keyOf(env: FunctionEnv, named: string, older: string): string {
  try {
    const keys: unknown = JSON.parse(env[named] ?? '');
    const key: unknown = typeof keys === 'object' && keys !== null ? Reflect.get(keys, 'default') : null;
    if (typeof key === 'string' && key !== '') return key;
  } catch {
    // It is not set.
  }
  return env[older] ?? '';
}

/** The key that everybody may have. */
export const publicKey = (env: FunctionEnv): string => keyOf(env, 'SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY');
/** The key that is above all rights. */
export const secretKey = (env: FunctionEnv): string => keyOf(env, 'SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY');

/** How an API key and the caller's `Bearer …` go into a request: the newer keys are no tokens and stand by themselves. */
export const keyHeaders = (key: string, authorization = key.startsWith('sb_') ? '' : `Bearer ${key}`): Record<string, string> =>
  authorization === '' ? { apikey: key } : { apikey: key, authorization };

const SECRET_LENGTH = 32;

/** Takes as long for a wrong secret as for the right one. */
function isSame(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let at = 0; at < secret.length; at += 1) difference |= (given.charCodeAt(at) || 0) ^ secret.charCodeAt(at);
  return difference === 0;
}

/** Whether a scheduler asks, by `SCHEDULER_SECRET`, or somebody with the project's own secret key: both act as the platform. */
export function isPlatform(headers: Headers, env: FunctionEnv): boolean {
  const { SCHEDULER_SECRET: scheduler = '' } = env;
  if (scheduler.length >= SECRET_LENGTH && isSame(headers.get('x-scheduler-secret') ?? '', scheduler)) return true;
  const key = secretKey(env);
  const given = headers.get('authorization') ?? `Bearer ${headers.get('apikey') ?? ''}`;
  return key !== '' && isSame(given, `Bearer ${key}`);
}
