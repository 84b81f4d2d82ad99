import type { SyncActivity } from '#data/changes/sync-state.ts';
import { AppError } from '#domain/errors.ts';
import type { SyncContext } from './context.ts';
import { issueOf } from '#data/changes/decide.ts';
import { carryOut, minting, outboxOf } from './sync-store.ts';
import { TransportError } from './transport.ts';

export type Failure = { readonly activity: Exclude<SyncActivity, 'idle' | 'syncing'>; readonly reason: string };

/** What a failed round means: try at once, wait for the network, or wait for a person. */
export async function failureOf(error: unknown, context: SyncContext, refreshSession?: () => Promise<boolean>): Promise<Failure | 'retry'> {
  if (error instanceof TransportError) return transportFailure(error, context, refreshSession);
  if (error instanceof AppError && error.code.startsWith('storage_')) return { activity: 'paused', reason: 'storage' };
  return { activity: 'offline', reason: 'server' };
}

async function transportFailure(
  error: TransportError,
  context: SyncContext,
  refreshSession?: () => Promise<boolean>,
): Promise<Failure | 'retry'> {
  if (error.kind === 'unauthorized') {
    const isRefreshed = await Promise.resolve(refreshSession?.() ?? false).catch(() => null);
    if (isRefreshed) return 'retry';
    return isRefreshed === null ? { activity: 'offline', reason: 'network' } : { activity: 'paused', reason: 'signed_out' };
  }
  if (error.kind === 'not_a_member') {
    await giveUpCompany(context).catch(() => undefined); // storage trouble: the next round comes here again
    return { activity: 'paused', reason: 'company_lost' };
  }
  if (error.kind === 'other_user') return { activity: 'paused', reason: 'signed_out' };
  if (error.kind === 'second_factor') {
    // Set up on another device: only a fresh session carries the factor, and only with it the person is asked for the code.
    await Promise.resolve(refreshSession?.()).catch(() => false);
    return { activity: 'paused', reason: 'second_factor' };
  }
  return { activity: 'offline', reason: error.kind === 'timeout' ? 'network' : error.kind };
}

/** SYNC-20: no longer a member. Unsynced work can't be sent, so it is kept as issues, where it can be read, exported or sent again. */
function giveUpCompany({ db }: SyncContext): Promise<unknown> {
  return db.exclusive(async () => {
    const mint = minting(db);
    const decided = (await outboxOf(db)).map((row) => ({
      row,
      // Back to what the server last had: else a later retry would find my version already there and have nothing to send.
      decision: { row: null, doc: row.base, issue: issueOf(row, 'company_lost', row.base, mint) },
    }));
    return carryOut(db, { decided });
  });
}
