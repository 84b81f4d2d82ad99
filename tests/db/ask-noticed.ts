import type { Database } from '#local/db/port.ts';
import { RULES } from './all-rules.ts';
import { conditionMutantsOf, FUEL, isBurnt, refuel } from './condition-mutants.ts';
import { NOTICED } from './noticed-conditions.ts';
import { inWorld } from './world.ts';

/** More than any rule asks of one function. */
const MANY_TURNS = 100_000;

type Answer = {
  readonly tried: number;
  /** Conditions whose rule says nothing when they are dropped. */ readonly unnoticed: readonly string[];
  /** Conditions that are listed and are no more, or whose rule is not. */ readonly stale: readonly string[];
};

/** Drops each condition of `NOTICED` and asks the one rule about it, while the settings hold. */
export function askNoticed(db: Database, settings: readonly string[] = []): Promise<Answer> {
  return inWorld(db, async (world) => {
    for (const sql of [...FUEL, ...settings]) await world.query(sql);
    const mutants = new Map((await conditionMutantsOf(world.query)).map((mutant) => [mutant.name, mutant]));
    const known = Object.entries(NOTICED).flatMap(([name, ruleName]) => {
      const [mutant, rule] = [mutants.get(name), RULES.find((one) => one.name === ruleName)];
      return mutant && rule ? [{ mutant, rule }] : [];
    });
    const named = new Set(known.map(({ mutant }) => mutant.name));
    const unnoticed: string[] = [];
    for (const { mutant, rule } of known) {
      await refuel(world.query, MANY_TURNS);
      const broken = await world.given(
        mutant.sql.map((sql) => [sql]),
        () => rule.broken(world).catch(() => 'failed'),
      );
      // What failed for want of an end has said nothing.
      if (broken === null || (await isBurnt(world.query))) unnoticed.push(mutant.name);
    }
    return { unnoticed, stale: Object.keys(NOTICED).filter((name) => !named.has(name)), tried: known.length };
  });
}
