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
export const DEFAULT_LIMITS: SyncLimits = { push: 200, pull: 1000, chunk: 250 };

/** What push and pull share. */
export type SyncContext = {
  readonly db: CompanyDatabase;
  readonly transport: SyncTransport;
  readonly limits: SyncLimits;
  readonly signal: AbortSignal;
};
