import type { PokeReason } from '#data/core/company-session.ts';
import type { Clock } from '#platform/clock/clock.ts';

/** What a tab does for its company while it leads. */
export type Duties = {
  take(): void;
  /** Resolves when nothing of it runs any more. */
  giveUp(): Promise<void>;
  /** A person wants the live channel built anew. */
  reconnect(): void;
  poke(reason: PokeReason): void;
};

type Parts = {
  /** Fetches the code alone. */
  readonly prepare: () => Promise<unknown>;
  readonly load: () => Promise<Duties>;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
};

const RETRY_MS = 10_000;
/** Well before a leader that stands still is replaced (SYNC-50). */
const PREPARE_MS = 2_000;

/**
 * Duties whose code comes when the tab first leads: what is on this device shows without it. A tab that follows has it a moment later: what
 * made the leader stand still may hold up every request through the service worker as well.
 */
export function lateDuties({ prepare, load, clock, onFailure }: Parts): Duties {
  let duties: Duties | undefined;
  let isLeading = false;
  let isLoading = false;

  async function fetchDuties(): Promise<void> {
    if (isLoading || duties) return;
    isLoading = true;
    try {
      duties = await load();
    } catch (error) {
      onFailure(error);
      clock.setTimeout(() => isLeading && void fetchDuties(), RETRY_MS);
    }
    isLoading = false;
    if (isLeading) duties?.take();
  }

  clock.setTimeout(() => void prepare().catch(() => undefined), PREPARE_MS); // who leads then asks again

  return {
    take() {
      isLeading = true;
      if (duties) duties.take();
      else void fetchDuties();
    },
    async giveUp() {
      isLeading = false;
      await duties?.giveUp();
    },
    reconnect: () => duties?.reconnect(),
    poke(reason) {
      if (duties) duties.poke(reason);
      else if (isLeading) void fetchDuties();
    },
  };
}
