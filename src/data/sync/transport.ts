import type { PushChange, PushResult } from '#data/changes/pushed.ts';
import type { LedgerHead } from '#domain/ledger/ledger-entry.ts';
import { COLLECTION_NAMES, type CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

/** What `sync_pull` is told: null and 0 mean "from the start". */
export type PullState = {
  readonly epoch: string | null;
  readonly access: string | null;
  /** The newest mark the device was told, by a pull or a push; it may run ahead of the cursors, never behind them. Null: not asked. */
  readonly mark?: string | null;
  /** The number of the last entry of the ledger that this device knows of, 0 for none; without it nothing is told of the ledger. */
  readonly ledger?: number;
  readonly cursors: Readonly<Record<string, number>>;
};
/**
 * Why the server asks for a snapshot. `access`: the person's rights changed. `restored`: its history is not the one this device has seen
 * (epoch, cursor or mark), so it may have lost what the device has. `expired`: the device was away longer than marks are kept.
 */
export type ResetReason = 'access' | 'restored' | 'expired';
export type PulledCollection = {
  readonly rows: readonly SyncedRecord[];
  readonly deleted: readonly string[];
  readonly cursor: number;
  readonly more: boolean;
};
export type PullAnswer = {
  readonly epoch: string;
  readonly access: string;
  /** Names the server's history up to this answer, which the device keeps together with the cursors. Opaque. */
  readonly mark?: string | null;
  readonly reset: boolean;
  /** Null unless `reset`. An older server says neither this nor `mark`. */
  readonly why?: ResetReason | null;
  /** The end of the ledger, and the hash of the entry that was asked with; null while nothing is entered. An older server says nothing of it. */
  readonly ledger?: (LedgerHead & { readonly known: string | null }) | null;
  readonly collections: Readonly<Partial<Record<CollectionName, PulledCollection>>>;
};

/** The engine's way to the server. Both calls throw `TransportError` and nothing else. */
export type SyncTransport = {
  pull(companyId: string, state: PullState, limit: number, signal: AbortSignal): Promise<PullAnswer>;
  push(companyId: string, changes: readonly PushChange[], signal: AbortSignal): Promise<readonly PushResult[]>;
};

/**
 * `network` nobody answered · `server` a fault or an answer that makes no sense, try later · `unauthorized` the session needs a refresh ·
 * `timeout` it took too long · `second_factor` is still owed · `other_user` somebody else has signed in · `not_a_member`.
 */
export type TransportFailure = 'network' | 'timeout' | 'server' | 'unauthorized' | 'second_factor' | 'other_user' | 'not_a_member';

export class TransportError extends Error {
  readonly kind: TransportFailure;
  /** The answer's HTTP status, where there was one. */
  readonly status: number | undefined;
  constructor(kind: TransportFailure, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(kind, options);
    this.name = 'TransportError';
    this.kind = kind;
    this.status = status;
  }
}

type RpcAnswer = { data: unknown; error: { code?: string; message: string } | null; status: number };
type RpcCall = PromiseLike<RpcAnswer> & { setHeader(name: string, value: string): RpcCall; abortSignal(signal: AbortSignal): RpcCall };
type SessionSource = {
  getSession(): Promise<{
    data: { session: { access_token: string; user: { id: string } } | null };
    error: { name: string } | null;
  }>;
};
/** The part of supabase-js that is used. */
export type RpcClient = { readonly auth: SessionSource; rpc(name: string, args: Record<string, unknown>): RpcCall };

/**
 * The access token, if it is this user's. All tabs share one session, so somebody else may have signed in before this tab hears of it:
 * unsynced work must not go out in their name, nor their rows come into this user's database.
 */
export async function tokenOf(auth: SessionSource, userId: string): Promise<string> {
  const { data, error } = await auth.getSession().catch((cause: unknown) => {
    throw new TransportError('network', { cause });
  });
  if (data.session && data.session.user.id !== userId) throw new TransportError('other_user');
  if (data.session) return data.session.access_token;
  throw new TransportError(error?.name === 'AuthRetryableFetchError' ? 'network' : 'unauthorized', { cause: error ?? undefined });
}

/** The transport over PostgREST's RPC, for one user. */
export function createRpcTransport(client: RpcClient, userId: string): SyncTransport {
  const call = async (name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<unknown> => {
    const authorization = `Bearer ${await tokenOf(client.auth, userId)}`;
    const sent = client.rpc(name, args).setHeader('Authorization', authorization).abortSignal(signal);
    const answer = await Promise.resolve(sent).catch((cause: unknown) => {
      throw new TransportError('network', { cause });
    });
    if (answer.error) throw failure(answer);
    return answer.data;
  };
  return {
    async pull(companyId, state, limit, signal) {
      return checkedPull(await call('sync_pull', { p_company: companyId, p_state: state, p_limit: limit }, signal));
    },
    async push(companyId, changes, signal) {
      return checkedPush(await call('sync_push', { p_company: companyId, p_changes: changes }, signal), changes);
    },
  };
}

function failure({ error, status }: RpcAnswer): TransportError {
  const cause = error ?? undefined;
  if (status === 0) return new TransportError(error?.message.startsWith('TimeoutError') ? 'timeout' : 'network', { cause });
  if (error?.message === 'not_a_member') return new TransportError('not_a_member', { cause });
  if (error?.message === 'second_factor_required') return new TransportError('second_factor', { cause });
  if (status === 401 || error?.code === 'PGRST301' || error?.code === 'PGRST303')
    return new TransportError('unauthorized', { cause, status });
  return new TransportError('server', { cause, status });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A cut-off or foreign answer is a fault of the way, never an empty page (SYNC-30). */
export function checkedPull(data: unknown): PullAnswer {
  const isWhole =
    isObject(data) &&
    typeof data.epoch === 'string' &&
    typeof data.access === 'string' &&
    typeof data.reset === 'boolean' &&
    (data.ledger === undefined || data.ledger === null || isHead(data.ledger)) &&
    isObject(data.collections) &&
    Object.entries(data.collections).every(([name, page]) => (COLLECTION_NAMES as readonly string[]).includes(name) && isPage(page));
  if (!isWhole) throw new TransportError('server');
  return data as unknown as PullAnswer;
}

const isHead = (head: unknown): boolean =>
  isObject(head) && typeof head.seq === 'number' && typeof head.sha256 === 'string' && typeof head.at === 'string';

function isPage(page: unknown): boolean {
  return (
    isObject(page) &&
    Array.isArray(page.rows) &&
    Array.isArray(page.deleted) &&
    typeof page.cursor === 'number' &&
    typeof page.more === 'boolean'
  );
}

/** Exactly one result for each change that was sent (SYNC-30). */
export function checkedPush(data: unknown, changes: readonly PushChange[]): readonly PushResult[] {
  const results = isObject(data) ? data.results : null;
  if (!Array.isArray(results) || results.length !== changes.length) throw new TransportError('server');
  const known = new Set(changes.map((change) => change.mutation_id));
  const isWhole = results.every(
    (result: unknown) =>
      isObject(result) && known.delete(String(result.mutation_id)) && ['applied', 'conflict', 'rejected'].includes(String(result.status)),
  );
  if (!isWhole) throw new TransportError('server');
  const { mark } = data as { mark?: unknown };
  return typeof mark === 'string' ? results.map((result: PushResult) => ({ ...result, mark })) : (results as PushResult[]);
}
