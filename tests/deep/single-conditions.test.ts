import { afterAll, expect, test } from 'vitest';
import { RULES } from '#tests/db/all-rules.ts';
import { conditionMutantsOf } from '#tests/db/condition-mutants.ts';
import { hunt } from '#tests/db/mutant-hunt.ts';
import { SURVIVING_CONDITIONS } from '#tests/db/surviving-conditions.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';

const db = await openTestDatabase(oneEngine());
afterAll(() => db.close());

test('every condition of a function, policy, view or trigger that is dropped is noticed, or listed with the reason why it is not', async () => {
  const { tried, survivors, endless } = await hunt(db, { mutantsIn: conditionMutantsOf, rules: RULES, log: console.info });
  console.info(
    `${tried} dropped, ${tried - survivors.length - endless.length} noticed, ${survivors.length} not, ${endless.length} without an end:`,
  );
  console.info(endless.join('\n'));
  expect(tried).toBeGreaterThan(900);
  // Both ways: what is noticed, or is gone, does not stay on the list.
  expect(survivors.toSorted()).toEqual(Object.values(SURVIVING_CONDITIONS).flat().toSorted());
});
