import { callRpc } from '#data/account-settings/account-call.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { session } from '#data/session/session.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { renewRates } from './kept-rates.ts';

/** Brings the rates for questions about a day onto this device; never throws. */
export const bringRates = (db: CompanyDatabase, day: string): Promise<void> =>
  renewRates(
    {
      device: db.device,
      read: (year) => callRpc(session, 'exchange_rates', { p_year: year }),
      now: () => systemClock.now(),
      isOnline: isOnlineHint,
      locks: globalThis.navigator?.locks,
    },
    day,
  );
