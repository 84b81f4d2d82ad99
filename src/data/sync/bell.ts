import type { PokeReason } from '#data/core/company-session.ts';
import type { Clock } from '#platform/clock/clock.ts';

/** Wakes the engine. A ring while it works is remembered, so nothing that happens during a round is missed. */
export type Bell = {
  ring(reason: PokeReason): void;
  /** Forgets earlier rings: what follows sees everything they were about. Returns whether a person rang. */
  clear(): boolean;
  /** Waits for a ring, for the time to pass (null: however long it takes), or for the signal. A write counts only if `forWrites`. */
  wait(ms: number | null, forWrites: boolean, signal: AbortSignal): Promise<void>;
};

export function createBell(clock: Clock): Bell {
  let rung: 'no' | 'write' | 'urgent' = 'no';
  let isAsked = false;
  let onRing: () => void = () => undefined;
  return {
    ring(reason) {
      if (reason !== 'write') rung = 'urgent';
      else if (rung === 'no') rung = 'write';
      isAsked ||= reason === 'person';
      onRing();
    },
    clear() {
      const wasAsked = isAsked;
      rung = 'no';
      isAsked = false;
      return wasAsked;
    },
    wait(ms, forWrites, signal) {
      return new Promise((resolve) => {
        const isDue = () => signal.aborted || rung === 'urgent' || (forWrites && rung === 'write');
        const end = () => {
          if (timer !== null) clock.clearTimeout(timer);
          signal.removeEventListener('abort', end);
          onRing = () => undefined;
          resolve();
        };
        const timer = ms === null ? null : clock.setTimeout(end, ms);
        signal.addEventListener('abort', end);
        onRing = () => {
          if (isDue()) end();
        };
        onRing();
      });
    },
  };
}
