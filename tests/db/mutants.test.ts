import { afterAll, expect, test } from 'vitest';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { RULES, RULES_OF_TABLES } from './all-rules.ts';
import { askNoticed } from './ask-noticed.ts';
import { constraintMutantsOf } from './constraint-mutants.ts';
import { hunt, isOneOf } from './mutant-hunt.ts';
import { EDGES } from './rules-edges.ts';
import { LIMITS } from './rules-limits.ts';
import { SURVIVING_CONSTRAINTS } from './surviving-constraints.ts';
import { EQUIVALENT, loosened } from './loosened.ts';

// The fastest there is; that the rules hold on each engine is asked in tenancy.test.ts.
const db = await openTestDatabase(oneEngine());
afterAll(() => db.close());

const EVERY = 61;
const EVERY_LOOSENED = 7;

// A part of it in each run of the gate, all of it in tests/deep/loosened.test.ts.
test('policies, grants, triggers and helpers that are loosened are noticed by a rule', async () => {
  const { tried, survivors } = await loosened(db, ({ name }) => isOneOf(EVERY_LOOSENED, name));
  expect(tried).toBeGreaterThan(100);
  expect(survivors.filter((name) => !(name in EQUIVALENT))).toEqual([]);
});

// One condition of each function, policy and view; a list, since to ask every rule about every condition takes too long for the gate.
test('a single condition that is dropped is noticed by the rule about it', async () => {
  const { unnoticed, stale, tried } = await askNoticed(db);
  expect(tried).toBeGreaterThan(100);
  // A condition that is gone, or whose rule is, would be asked no more.
  expect(stale).toEqual([]);
  expect(unnoticed).toEqual([]);
}, 300_000);

// What the tables demand by themselves: a part of it in each run of the gate, all of it in tests/deep/constraints.test.ts.
test('what a table demands, allows or begins with is noticed when it is dropped', async () => {
  const listed = new Set(Object.values(SURVIVING_CONSTRAINTS).flat());
  const isWanted = (name: string) => !listed.has(name) && isOneOf(EVERY, name);
  const rules = [...new Set([...RULES_OF_TABLES, ...EDGES, ...LIMITS, ...RULES])];
  const { tried, survivors } = await hunt(db, {
    mutantsIn: constraintMutantsOf,
    rules,
    near: () => new Map(rules.map((rule) => [rule, 0])),
    log: () => undefined,
    isWanted,
  });
  expect(tried).toBeGreaterThan(15);
  expect(survivors).toEqual([]);
});
