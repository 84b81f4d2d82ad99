import { afterAll, expect, test } from 'vitest';
import { RULES, RULES_OF_TABLES } from '#tests/db/all-rules.ts';
import { constraintMutantsOf } from '#tests/db/constraint-mutants.ts';
import { hunt } from '#tests/db/mutant-hunt.ts';
import { EDGES } from '#tests/db/rules-edges.ts';
import { SURVIVING_CONSTRAINTS } from '#tests/db/surviving-constraints.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';

// The fastest there is.
const db = await openTestDatabase(oneEngine());
afterAll(() => db.close());

test('everything that a table demands, allows and begins with is noticed when it is dropped, or listed with the reason why it is not', async () => {
  const rules = [...new Set([...RULES_OF_TABLES, ...EDGES, ...RULES])];
  const { tried, survivors } = await hunt(db, {
    mutantsIn: constraintMutantsOf,
    rules,
    near: () => new Map(rules.map((rule) => [rule, 0])),
    log: console.info,
  });
  console.info(`${tried} dropped, ${tried - survivors.length} noticed, ${survivors.length} not`);
  expect(tried).toBeGreaterThan(1300);
  // Both ways: what is noticed, or is gone, does not stay on the list.
  expect(survivors.toSorted()).toEqual(Object.values(SURVIVING_CONSTRAINTS).flat().toSorted());
});
