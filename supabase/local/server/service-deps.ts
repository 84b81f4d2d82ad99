import type { Database, PlatformKeys } from '#local/db/port.ts';
import type { Log } from './log.ts';

/** What every part of the platform is built from; a part adds its own (a data folder, a mailer). */
export type ServiceDeps = { readonly db: Database; readonly keys: PlatformKeys; readonly now: () => Date; readonly log: Log };
