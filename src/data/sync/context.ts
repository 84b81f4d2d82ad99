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
/** How much the way to the server has lately been able to take, in changes and in rows; lives as long as the engine (SYNC-31, SYNC-39). */
export type Pace = { changes: number; rows: number };
export const DEFAULT_LIMITS: SyncLimits = { push: 200, pull: 1000, chunk: 250 };

/** Changes that stepped aside: which mutation, and until when on the engine's own clock; what another engine knew is tried at once (SYNC-33). */
export type Asides = Map<string, { readonly rev: string; readonly until: number }>;

/** What push and pull share. */
export type SyncContext = {
  readonly db: CompanyDatabase;
  readonly transport: SyncTransport;
  readonly limits: SyncLimits;
  readonly pace: Pace;
  readonly asides: Asides;
  /** In [0, 1). */
  readonly random: () => number;
  readonly signal: AbortSignal;
};
