import { openBus } from '#data/tabs/bus.ts';
import { type Clock, sleep, type TimerId } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';

/** A tab that stands still is not waited for longer than reading takes. */
const PATIENCE_MS = 2_000;
/** A tab that takes a part in asks for the next one sooner; who does not is gone. */
const FORGET_MS = 10_000;

type Locks = Pick<LockManager, 'request' | 'query'>;
/** `reply` names the channel that only the asking tab hears: what is handed over is large. Each time it is asked the next part comes there. */
type Ask = { readonly reply: string };
const END = '';

const lockOf = (name: string) => `kontor-search:${name}`;
const locksHere = (): Locks | undefined => globalThis.navigator?.locks;

/**
 * Takes what a tab with a complete index hands to another tab of the same database, part by part: neither of them stands still for it. False where there
 * is none or it does not answer. What did not arrive because it stopped in the middle is for the taker to notice.
 */
export async function takeIndexOfOtherTab(name: string, clock: Clock, take: (part: string) => void, locks = locksHere()): Promise<boolean> {
  const { held = [] } = (await locks?.query()) ?? {};
  if (!held.some((lock) => lock.name === lockOf(name))) return false;
  const reply = `${lockOf(name)}:${newId()}`;
  let arrived = Promise.withResolvers<string>();
  const answers = openBus<string>(reply, (part) => arrived.resolve(part));
  const asks = openBus<Ask>(lockOf(name), () => undefined);
  let hasTaken = false;
  while (true) {
    arrived = Promise.withResolvers();
    asks.post({ reply });
    const part = await Promise.race([arrived.promise, sleep(clock, PATIENCE_MS).then(() => END)]);
    if (part === END) break;
    take(part);
    hasTaken = true;
  }
  answers.close();
  asks.close();
  return hasTaken;
}

/**
 * Answers the tabs that ask, as the only one of those that could: a Web Lock says which, and the next takes over when it closes. Returns what
 * ends it.
 */
export function offerIndex(name: string, clock: Clock, pack: () => Iterator<string, undefined>, locks = locksHere()): () => void {
  const ended = new AbortController();
  const begun = new Map<string, { readonly parts: Iterator<string, undefined>; readonly forgetting: TimerId }>();
  const next = (reply: string): string => {
    const before = begun.get(reply);
    if (before) clock.clearTimeout(before.forgetting);
    const parts = before?.parts ?? pack();
    const forget = () => {
      begun.delete(reply);
      parts.return?.();
    };
    const { value = END, done } = parts.next();
    if (done) forget();
    else begun.set(reply, { parts, forgetting: clock.setTimeout(forget, FORGET_MS) });
    return value;
  };
  const answer = (): Promise<void> => {
    const asks = openBus<Ask>(lockOf(name), ({ reply }) => {
      const answers = openBus<string>(reply, () => undefined);
      answers.post(next(reply));
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
