import { afterAll, expect, test } from 'vitest';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { RULES, RULES_OF_TABLES } from './all-rules.ts';
import { conditionMutantsOf, FUEL, REFUEL } from './condition-mutants.ts';
import { constraintMutantsOf } from './constraint-mutants.ts';
import { hunt } from './mutant-hunt.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { EDGES } from './rules-edges.ts';
import { LIMITS } from './rules-limits.ts';
import { NOTICED } from './noticed-conditions.ts';
import { SURVIVING_CONSTRAINTS } from './surviving-constraints.ts';
import type { Rule } from './rules.ts';
import { inWorld, type World } from './world.ts';

// The fastest there is; that the rules hold on each engine is asked in tenancy.test.ts.
const db = await openTestDatabase(engines().at(-1) ?? 'pglite');
afterAll(() => db.close());

/** A prime, so that it meets all kinds. */
const EVERY = 61;

/**
 * The first rule that notices, or null. Rules about the loosened table come first, and of them those that have noticed most: most mutants fall to
 * one of a few. What is listed below is asked of these alone: all rules take a minute for each of them.
 */
function createKiller() {
  const noticed = new Map<Rule, number>();
  return async (world: World, { about, name }: Mutant): Promise<Rule | null> => {
    const near = RULES.filter((rule) => rule.about.includes(about)).toSorted((a, b) => (noticed.get(b) ?? 0) - (noticed.get(a) ?? 0));
    const others = name in EQUIVALENT ? [] : RULES.filter((other) => !near.includes(other));
    for (const rule of [...near, ...others]) {
      if ((await rule.broken(world).catch(() => 'failed')) === null) continue;
      noticed.set(rule, (noticed.get(rule) ?? 0) + 1);
      return rule;
    }
    return null;
  };
}

/** Nothing changes without them, and why. */
const EQUIVALENT: Readonly<Record<string, string>> = {
  'without policy visible_delete on public.companies': 'no member has the right to delete from that table at all',
  'without policy second_factor on public.activity_records': 'it is seen through its entry, which asks for the factor',
  'without policy second_factor on public.file_checks': 'it is seen through its file, which does',
  'without policy visible_delete on public.periods': 'no member deletes from that table either',
  'without trigger stamp on period_figures': 'it stamps updates, and what was kept is never updated',
};

test('every policy, grant, trigger and helper that is loosened is noticed by a rule', async () => {
  const { survivors, tried } = await inWorld(db, async (world) => {
    const mutants = await mutantsOf(world.query);
    const killer = createKiller();
    const alive: string[] = [];
    for (const mutant of mutants) {
      const killed = await world.given([[mutant.sql]], () => killer(world, mutant));
      if (killed === null) alive.push(mutant.name);
    }
    return { survivors: alive, tried: mutants.length };
  });
  expect(tried).toBeGreaterThan(150);
  expect(survivors).toEqual(Object.keys(EQUIVALENT));
});

// One condition of each function, policy and view; a list, since to ask every rule about every condition takes too long for the gate.
test('a single condition that is dropped is noticed by the rule about it', async () => {
  const { unnoticed, tried } = await inWorld(db, async (world) => {
    for (const sql of FUEL) await world.query(sql);
    const mutants = new Map((await conditionMutantsOf(world.query)).map((mutant) => [mutant.name, mutant]));
    const known = Object.entries(NOTICED).flatMap(([name, ruleName]) => {
      const [mutant, rule] = [mutants.get(name), RULES.find((one) => one.name === ruleName)];
      return mutant && rule ? [{ mutant, rule }] : [];
    });
    const alive: string[] = [];
    for (const { mutant, rule } of known) {
      await world.query(REFUEL);
      const broken = await world.given(
        mutant.sql.map((sql) => [sql]),
        () => rule.broken(world).catch(() => 'failed'),
      );
      if (broken === null) alive.push(mutant.name);
    }
    return { unnoticed: alive, tried: known.length };
  });
  expect(tried).toBeGreaterThan(100);
  expect(unnoticed).toEqual([]);
}, 300_000);

// What the tables demand by themselves: a part of it in each run of the gate, all of it in tests/deep/constraints.test.ts.
test('what a table demands, allows or begins with is noticed when it is dropped', async () => {
  const listed = new Set(Object.values(SURVIVING_CONSTRAINTS).flat());
  let place = 0;
  const isWanted = (name: string) => !listed.has(name) && place++ % EVERY === 0;
  const rules = [...new Set([...RULES_OF_TABLES, ...EDGES, ...LIMITS, ...RULES])];
  const { tried, survivors } = await hunt(db, { mutantsIn: constraintMutantsOf, rules, near: () => rules, log: () => undefined, isWanted });
  expect(tried).toBeGreaterThan(15);
  expect(survivors).toEqual([]);
});
