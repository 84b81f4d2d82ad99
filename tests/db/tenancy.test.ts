import { afterAll, describe, expect, test } from 'vitest';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { RULES } from './all-rules.ts';
import { inWorld } from './world.ts';

describe.each(engines())('on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  const broken = await inWorld(db, async (world) => {
    const results = new Map<string, string | null>();
    for (const rule of RULES) results.set(rule.name, await rule.broken(world));
    return results;
  });

  test.each(RULES.map(({ name }) => name))('%s', (name) => {
    expect(broken.get(name)).toBeNull();
  });
});
