import { describe, expect, test } from 'vitest';
import type { Server } from './server.ts';
import { simulate } from './simulation.ts';

const BATCH = 15;

/**
 * Thirty stories from a seed. Two files of the gate tell them, so that both cores of a small machine have work, and one of `test:deep` tells
 * the thirty after each; `npm run simulate` tells more.
 */
export function thirtyStories(theServer: () => Promise<Server>, first: number): void {
  describe('[SYNC-40] stories of three devices end with all of them equal to the server, nothing lost, doubled or overwritten unseen', () => {
    test.each(Array.from({ length: 2 }, (_, index) => first + index * BATCH))(
      `${BATCH} stories from seed %i`,

      async (from) => {
        const server = await theServer();
        // A new database looks at its tables only when told to; without that every story takes longer than the one before.
        await server.db.exec('analyze');
        const failed: string[] = [];
        for (let seed = from; seed < from + BATCH; seed += 1) {
          const { problems } = await simulate(server, seed);
          if (problems.length > 0) failed.push(`seed ${seed}: ${problems.slice(0, 3).join(' | ')}`);
        }
        expect(failed).toEqual([]);
      },
    );
  });
}
