import type { Database } from '#local/db/port.ts';
import { RULES } from './all-rules.ts';
import { LIKELY } from './likely-rules.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { Rule } from './rules.ts';
import { inWorld, type World } from './world.ts';

/**
 * The first rule that notices, or null. Rules about the loosened table come first, and of them those that have noticed most: most mutants fall to
 * one of a few. What is listed below is asked of these alone: all rules take a minute for each of them.
 */
function createKiller() {
  const noticed = new Map<Rule, number>();
  return async (world: World, { about, name }: Mutant): Promise<Rule | null> => {
    const rank = (rule: Rule) => noticed.get(rule) ?? 0;
    const likely = RULES.filter((rule) => rule.name === LIKELY[name]);
    const near = RULES.filter((rule) => rule.about.includes(about)).toSorted((a, b) => rank(b) - rank(a));
    const others = name in EQUIVALENT ? [] : RULES;
    for (const rule of new Set([...likely, ...near, ...others])) {
      if ((await rule.broken(world).catch(() => 'failed')) === null) continue;
      noticed.set(rule, (noticed.get(rule) ?? 0) + 1);
      return rule;
    }
    return null;
  };
}

/** Nothing changes without them, and why. */
export const EQUIVALENT: Readonly<Record<string, string>> = {
  'without policy visible_delete on public.companies': 'no member has the right to delete from that table at all',
  'without policy second_factor on public.activity_records': 'it is seen through its entry, which asks for the factor',
  'without policy second_factor on public.file_checks': 'it is seen through its file, which does',
  'without policy visible_delete on public.periods': 'no member deletes from that table either',
  'without trigger stamp on period_figures': 'it stamps updates, and what was kept is never updated',
};

/** Loosens what is wanted, one after the other, and asks the rules; `survivors` are the names of what nobody noticed. */
export const loosened = (db: Database, isWanted: (mutant: Mutant) => boolean): Promise<{ tried: number; survivors: string[] }> =>
  inWorld(db, async (world) => {
    const mutants = (await mutantsOf(world.query)).filter(isWanted);
    const killer = createKiller();
    const survivors: string[] = [];
    for (const mutant of mutants) {
      const killed = await world.given([[mutant.sql]], () => killer(world, mutant));
      if (killed === null) survivors.push(mutant.name);
    }
    return { tried: mutants.length, survivors };
  });
