import { liveQuery } from 'dexie';
import { filter, firstValueFrom, from, race, timer } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';

const WAIT_MS = 15_000;

/**
 * Waits until this device has what is new, at most a while: an invoice that it issues afterwards without a connection names its parties as they were
 * then or later, and nothing earlier is believed of it. `ask` wakes the engine. Without an answer it goes on; who has no connection hears that next.
 */
export async function caughtUp({ device, companyId, clock }: CompanyDatabase, ask: () => void, waitMs = WAIT_MS): Promise<void> {
  const asked = clock.now().toISOString();
  ask();
  const synced$ = from(liveQuery(() => device.sync_state.get(companyId))).pipe(filter((state) => (state?.last_synced_at ?? '') >= asked));
  await firstValueFrom(race(synced$, timer(waitMs)));
}
