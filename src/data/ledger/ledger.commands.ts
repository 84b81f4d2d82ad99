import type { CompanyDatabase } from '#data/core/company-database.ts';
import { patchState } from '#data/sync/sync-store.ts';

/** A person has taken note that the ledger is another one: it is no longer said. */
export const noteLedgerAlarm = (db: CompanyDatabase): Promise<void> => patchState(db, { ledger_alarm: null });
