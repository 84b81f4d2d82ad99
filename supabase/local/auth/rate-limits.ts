import { AuthError } from './auth-error.ts';
import type { Limit } from './config.ts';

const MAX_KEYS = 10_000;

/** Sliding windows in memory. A restart forgets them, which is right for a single process on one machine. */
export type RateLimits = {
  /** Counts one event; throws 429 `over_request_rate_limit` (or the given code) when the window is full. */
  take(key: string, limit: Limit, code?: RateLimitCode): void;
  /** Throws like `take` but counts nothing. */
  check(key: string, limit: Limit): void;
  /** Forgets the key, after a success that proves the person is who they say. */
  forget(key: string): void;
};

type RateLimitCode = 'over_request_rate_limit' | 'over_email_send_rate_limit';

const MESSAGES: Record<RateLimitCode, string> = {
  over_request_rate_limit: 'Request rate limit reached',
  over_email_send_rate_limit: 'Email rate limit exceeded',
};

export function createRateLimits(now: () => Date): RateLimits {
  const events = new Map<string, number[]>();

  function recent(key: string, limit: Limit): number[] {
    const since = now().getTime() - limit.seconds * 1000;
    return (events.get(key) ?? []).filter((at) => at > since);
  }

  function refuseWhenFull(times: number[], limit: Limit, code: RateLimitCode): void {
    const oldest = times[0];
    if (oldest === undefined || times.length < limit.max) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((oldest + limit.seconds * 1000 - now().getTime()) / 1000));
    throw new AuthError(429, code, MESSAGES[code], { retryAfterSeconds });
  }

  return {
    take(key, limit, code = 'over_request_rate_limit') {
      const times = recent(key, limit);
      refuseWhenFull(times, limit, code);
      events.delete(key);
      events.set(key, [...times, now().getTime()]);
      // The oldest key goes first: a flood of made-up addresses must not fill the memory.
      if (events.size > MAX_KEYS) for (const first of events.keys()) return void events.delete(first);
    },
    check(key, limit) {
      refuseWhenFull(recent(key, limit), limit, 'over_request_rate_limit');
    },
    forget(key) {
      events.delete(key);
    },
  };
}
