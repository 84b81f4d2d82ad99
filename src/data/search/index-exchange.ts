import { openBus } from '#data/tabs/bus.ts';
import { type Clock, sleep } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';

/** A tab that stands still is not waited for longer than reading takes. */
const PATIENCE_MS = 2_000;

type Locks = Pick<LockManager, 'request' | 'query'>;
/** `reply` names the channel that only the asking tab hears: what is handed over is large. */
type Ask = { readonly reply: string };

const lockOf = (name: string) => `kontor-search:${name}`;
const locksHere = (): Locks | undefined => globalThis.navigator?.locks;

/** What a tab with a complete index hands to another tab of the same database, or null where there is none or it does not answer. */
export async function indexOfOtherTab(name: string, clock: Clock, locks = locksHere()): Promise<string | null> {
  const { held = [] } = (await locks?.query()) ?? {};
  if (!held.some((lock) => lock.name === lockOf(name))) return null;
  const reply = `${lockOf(name)}:${newId()}`;
  const answer = Promise.withResolvers<string>();
  const answers = openBus<string>(reply, answer.resolve);
  const asks = openBus<Ask>(lockOf(name), () => undefined);
  asks.post({ reply });
  const given = await Promise.race([answer.promise, sleep(clock, PATIENCE_MS).then(() => null)]);
  answers.close();
  asks.close();
  return given;
}

/**
 * Answers the tabs that ask, as the only one of those that could: a Web Lock says which, and the next takes over when it closes. Returns what
 * ends it.
 */
export function offerIndex(name: string, pack: () => string, locks = locksHere()): () => void {
  const ended = new AbortController();
  const answer = (): Promise<void> => {
    const asks = openBus<Ask>(lockOf(name), ({ reply }) => {
      const answers = openBus<string>(reply, () => undefined);
      answers.post(pack());
      answers.close();
    });
    return new Promise((resolve) => {
      const end = () => {
        asks.close();
        resolve();
      };
      if (ended.signal.aborted) end();
      else ended.signal.addEventListener('abort', end, { once: true });
    });
  };
  locks?.request(lockOf(name), { signal: ended.signal }, answer).catch(() => undefined); // ended before it was its turn
  return () => ended.abort();
}
