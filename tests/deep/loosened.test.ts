import { afterAll, expect, test } from 'vitest';
import { EQUIVALENT, loosened } from '#tests/db/loosened.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';

// The fastest there is.
const db = await openTestDatabase(oneEngine());
afterAll(() => db.close());

test('every policy, grant, trigger and helper that is loosened is noticed by a rule, or listed with the reason why it is not', async () => {
  const { tried, survivors } = await loosened(db, () => true);
  expect(tried).toBeGreaterThan(800);
  expect(survivors).toEqual(Object.keys(EQUIVALENT));
});
