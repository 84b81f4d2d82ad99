import type { SyncSummary } from '#data/sync/status.ts';

export type ChipState =
  | { readonly key: 'needYou'; readonly count: number }
  | { readonly key: 'loading'; readonly count: number }
  | { readonly key: 'offlineWaiting'; readonly count: number }
  | { readonly key: 'offline' }
  | { readonly key: 'paused' }
  | { readonly key: 'waiting'; readonly count: number }
  | { readonly key: 'syncing' }
  | { readonly key: 'allSynced'; readonly at: string | null };

/** The one thing the header says about sync (DESIGN §5.7); a decision that waits for the person comes before everything else. */
export function chipState(summary: Pick<SyncSummary, 'waiting' | 'issues' | 'state' | 'lastSyncedAt' | 'progress'>): ChipState {
  const { waiting, issues, state, lastSyncedAt, progress } = summary;
  if (issues > 0) return { key: 'needYou', count: issues };
  if (state === 'offline') return waiting > 0 ? { key: 'offlineWaiting', count: waiting } : { key: 'offline' };
  if (state === 'paused' && waiting === 0) return { key: 'paused' };
  if (progress) return progress.received > 0 ? { key: 'loading', count: progress.received } : { key: 'syncing' };
  if (waiting > 0) return { key: 'waiting', count: waiting };
  return lastSyncedAt === null && state === 'syncing' ? { key: 'syncing' } : { key: 'allSynced', at: lastSyncedAt };
}
