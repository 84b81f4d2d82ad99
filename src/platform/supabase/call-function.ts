import type { SupabaseClient } from '@supabase/supabase-js';

/**
 * Data of a function that succeeded, else its `error` field, or the whole body where it has none, and the HTTP status (spec §7). Status 0: no
 * answer. `detail` is what a refusal is about: a field, a key, or the words of another server.
 */
export type FunctionAnswer<T> =
  | { readonly data: T; readonly error: null; readonly status: number }
  | { readonly data: null; readonly error: unknown; readonly status: number; readonly detail?: string };

/** POSTs a JSON body to `/functions/v1/<name>` with the session's token. Never throws. */
export async function callFunction<T = unknown>(client: SupabaseClient, name: string, body: object = {}): Promise<FunctionAnswer<T>> {
  const { data, error, response } = await client.functions.invoke<T>(name, { body: body as Record<string, unknown> });
  const status = response?.status ?? 0;
  if (error === null) return { data: data as T, error: null, status };
  return { data: null, status, ...(response ? await refusalOf(response) : { error: messageOf(error) }) };
}

async function refusalOf(response: Response): Promise<{ error: unknown; detail?: string }> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('error' in body)) return { error: body };
    return { error: body.error, ...('detail' in body && typeof body.detail === 'string' ? { detail: body.detail } : {}) };
  } catch {
    return { error: text };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
