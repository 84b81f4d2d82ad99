import { memoryCaches } from '#tests/support/memory-caches.ts';
import { Story } from './receipt-story.ts';
import type { Server } from './server.ts';

/**
 * A person picks, shares, saves and syncs receipts while the browser dies at any step, requests and answers get lost, and a colleague
 * deletes. `problems` names every receipt that was at some time neither on the device nor on the server, or is not there exactly once in the end.
 */
export async function tellReceiptStory(server: Server, seed: number, steps = 40): Promise<{ problems: string[]; trace: string[] }> {
  const before = { caches: globalThis.caches, navigator: globalThis.navigator };
  put({ caches: memoryCaches(), navigator: {} }); // without locks: a dead tab's claims are free at once
  const story = await Story.begin(server, seed);
  try {
    for (let n = 0; n < steps; n += 1) await story.step();
    await story.heal();
    return { problems: story.problems, trace: story.trace };
  } finally {
    await story.end();
    put(before);
  }
}

/**
 * The life of two receipts again and again, and each time the browser dies one step later: before and after every write, between bytes and
 * record, in the middle of requests and their answers, while a receipt is removed. Returns how many deaths there were, and what went wrong.
 */
export async function tellReceiptDeaths(server: Server): Promise<{ deaths: number; problems: string[] }> {
  const before = { caches: globalThis.caches, navigator: globalThis.navigator };
  const problems: string[] = [];
  for (let deaths = 0; ; deaths += 1) {
    put({ caches: memoryCaches(), navigator: {} });
    const story = await Story.begin(server, 90_000 + deaths, false);
    try {
      const hasDied = await story.diesAfter(deaths);
      await story.heal();
      problems.push(...story.problems.map((problem) => `death ${deaths}: ${problem} (${story.trace.join(', ')})`));
      if (!hasDied) return { deaths, problems };
    } finally {
      await story.end();
      put(before);
    }
  }
}

const put = (globals: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};
