import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { SyncTransport } from './transport.ts';

export type SyncLimits = {
  /** Changes in one push. */
  readonly push: number;
  /** Documents in one pull, over all collections. */
  readonly pull: number;
  /** Documents applied in one go, before other work of the tab gets its turn. */
  readonly chunk: number;
};
/** How many changes the way to the server has lately been able to take; lives as long as the engine (SYNC-31). */
export type PushPace = { changes: number };
export const DEFAULT_LIMITS: SyncLimits = { push: 200, pull: 1000, chunk: 250 };

/** What push and pull share. */
export type SyncContext = {
  readonly db: CompanyDatabase;
  readonly transport: SyncTransport;
  readonly limits: SyncLimits;
  readonly pace: PushPace;
  readonly signal: AbortSignal;
};
