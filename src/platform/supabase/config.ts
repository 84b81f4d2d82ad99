import * as z from 'zod/mini';
import { AppError } from '#domain/errors.ts';
import { type KeyValueStore, localStore } from '#platform/storage/web-storage.ts';
import { createRetryingFetch } from './retrying-fetch.ts';

const configSchema = z.object({
  supabaseUrl: z.url(),
  supabaseAnonKey: z.string().check(z.minLength(1)),
  /** Where a tab goes that another tab has signed out; sign-in when it is not given. */
  forcedClosePage: z.optional(z.string()),
  /** The embedded backend keeps mails on a page of its own instead of sending them. */
  hasMailPage: z.optional(z.boolean()),
  /** Large requests may be packed: the embedded backend says so, a hosted one (PostgREST) can't read them. */
  unpacksRequests: z.optional(z.boolean()),
});
export type BackendConfig = z.infer<typeof configSchema>;

/** Begins with `sb-`, so the sign-out rule of spec §4 keeps it: it says where the backend is, nothing about a person. */
const STORED_COPY = 'sb-kontor-config';
/** With a copy at hand a silent network is not waited for. */
const PATIENCE_WITH_COPY_MS = 3_000;

type Parts = { fetch?: typeof fetch; store?: KeyValueStore };

/** Reads `/config.json`; offline, the copy of the last successful read. Fails with `offline` when there is neither. */
export async function loadConfig({ fetch: send = createRetryingFetch(), store = localStore }: Parts = {}): Promise<BackendConfig> {
  const copy = parse(store.get(STORED_COPY));
  try {
    const response = await send('/config.json', { cache: 'no-cache', ...(copy && { signal: AbortSignal.timeout(PATIENCE_WITH_COPY_MS) }) });
    if (!response.ok) throw new AppError('server_failed', { status: response.status });
    const text = await response.text();
    const config = parse(text);
    if (!config) throw new AppError('server_failed', { reason: 'invalid_config' });
    store.set(STORED_COPY, text);
    return config;
  } catch (error) {
    if (copy) return copy;
    throw error instanceof AppError ? error : new AppError('offline', {}, { cause: error });
  }
}

/** The copy of the last successful read, at once. */
export const storedConfig = (store: KeyValueStore = localStore): BackendConfig | null => parse(store.get(STORED_COPY));

function parse(text: string | null): BackendConfig | null {
  try {
    return text === null ? null : z.parse(configSchema, JSON.parse(text));
  } catch {
    return null;
  }
}
