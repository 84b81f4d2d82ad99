import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database, Query } from '#local/db/port.ts';
import { countedSources, FUEL, fuelledLoops, isBurnt, refuel, type SchemaMutant } from './condition-mutants.ts';
import { LIKELY } from './likely-rules.ts';
import type { Rule } from './rules.ts';
import { inWorld, type World } from './world.ts';

/** Whether the gate tries it: one of so many, by its name, so that what is added or taken away puts no other in its place. */
export const isOneOf = (many: number, name: string): boolean => createHash('sha256').update(name).digest().readUInt32BE() % many === 0;

const cache = fileURLToPath(new URL('../../node_modules/.cache/kontor/mutants.json', import.meta.url));

/** Which rule noticed a mutant last time: asked first, and never taken for granted. */
const remembered = (): Record<string, string> =>
  existsSync(cache) ? (JSON.parse(readFileSync(cache, 'utf8')) as Record<string, string>) : {};
function remember(noticed: ReadonlyMap<string, Rule>): void {
  mkdirSync(dirname(cache), { recursive: true });
  const now = Object.fromEntries([...noticed].map(([name, rule]) => [name, rule.name]));
  writeFileSync(cache, JSON.stringify({ ...remembered(), ...now }));
}

const isBroken = (world: World, rule: Rule): Promise<boolean> =>
  world.given([], async () => (await rule.broken(world).catch(() => 'failed')) !== null);

/**
 * How often each rule runs through the functions, views, policies and triggers, refused or not. One that reads their texts may notice anything. In the
 * order of what they cost.
 */
type Traces = readonly { readonly rule: Rule; readonly calls: ReadonlyMap<string, number>; readonly readsTexts: boolean }[];
/** The rules that are asked about a mutant, and how many turns each may take there. */
type Near = (mutant: SchemaMutant) => ReadonlyMap<Rule, number>;

/** For each call: a loop has as many turns as a record has fields, or a document lines. */
const TURNS = 100;

async function tracesIn(world: World, rules: readonly Rule[]): Promise<Traces> {
  for (const statement of FUEL) await world.query(statement);
  await world.query("set local track_functions = 'all'");
  const { sql, subjects } = await countedSources(world.query);
  const calls = async () => {
    const { rows } = await world.query(
      `select funcid::regprocedure::text as name, calls::int as calls from pg_stat_xact_user_functions
       union all select sequencename, coalesce(last_value, 0)::int from pg_sequences where schemaname = 'mutants'`,
    );
    return new Map(rows.map((row) => [String(row['name']), Number(row['calls'])]));
  };
  const found: (Traces[number] & { cost: number })[] = [];
  for (const statement of sql) await world.query(statement);
  let before = await calls();
  for (const rule of rules) {
    const started = performance.now();
    const readsTexts = await isBroken(world, rule);
    const cost = performance.now() - started;
    const after = await calls();
    const more = [...after].map(([name, times]) => [subjects.get(name) ?? name, times - (before.get(name) ?? 0)] as const);
    found.push({ rule, calls: new Map(more.filter(([, times]) => times > 0)), readsTexts, cost });
    before = after;
  }
  return found.toSorted((a, b) => a.cost - b.cost);
}

/** Who could notice what happens where the mutant is: they run through it, or read its text. */
const traced =
  (traces: Traces): Near =>
  ({ subject }) =>
    new Map(
      traces.flatMap(({ rule, calls, readsTexts }) =>
        readsTexts || calls.has(subject) ? [[rule, TURNS * (calls.get(subject) ?? 0)] as const] : [],
      ),
    );

/** The likely ones first: what noticed it last time, or a neighbour, or is about its table; then as they come. */
function inOrder(
  { name, subject, about }: SchemaMutant,
  rules: ReadonlyMap<Rule, number>,
  last: Readonly<Record<string, string>>,
  noticed: ReadonlyMap<string, Rule>,
): [Rule, number][] {
  const neighbours = [...noticed].flatMap(([other, rule]) => (other.startsWith(`${subject} without `) ? [rule] : []));
  const rank = (rule: Rule) =>
    (rule.name === last[name] ? 1e12 : 0) +
    1e6 * (neighbours.lastIndexOf(rule) + 1) +
    (about !== null && rule.about.includes(about) ? 1 : 0);
  return [...rules].toSorted(([a], [b]) => rank(b) - rank(a));
}

/** A unique key that says too much cannot be made where the world's own rows are. */
const REFUSED: Rule = { name: 'the rows that are there refuse it', about: [], broken: async () => null };
const refusedByRows = (error: { code?: string }): Death => {
  if (error.code !== '23505') throw error;
  return { rule: REFUSED, isEndless: false };
};

/** What became of a mutant: the rule that noticed, and whether all that it noticed is that something ran without an end. */
type Death = { readonly rule: Rule; readonly isEndless: boolean };

/** The first rule that notices, and does not fail without the mutant as well; one that ran out of fuel only if no other notices. */
async function killer(world: World, mutant: SchemaMutant, rules: readonly (readonly [Rule, number])[]): Promise<Death | null> {
  const dropped = mutant.sql.map((sql) => [sql] as const);
  const notices = async (): Promise<Death | null> => {
    let endless: Death | null = null;
    for (const [rule, turns] of rules) {
      await refuel(world.query, turns);
      if (!(await isBroken(world, rule))) continue;
      if (!(await isBurnt(world.query))) return { rule, isEndless: false };
      endless ??= { rule, isEndless: true };
    }
    return endless;
  };
  const death = await world.given(dropped, notices).catch(refusedByRows);
  if (death === null) return null;
  await refuel(world.query, 0);
  return (await isBroken(world, death.rule))
    ? killer(
        world,
        mutant,
        rules.filter(([other]) => other !== death.rule),
      )
    : death;
}

/** A transaction that lasts too long has a `now()` that nobody else believes; a world of its own every so often also undoes whatever was left. */
const PER_WORLD = 25;

/** Fuel runs out in loops of ours, not in a series of dates without an end. */
const ENOUGH = "set local statement_timeout = '20s'";

type Quarry = {
  readonly mutantsIn: (query: Query) => Promise<readonly SchemaMutant[]>;
  /** Asked about each mutant: those that run through where it is, or those that `near` names. */
  readonly rules: readonly Rule[];
  readonly near?: Near;
  readonly log: (line: string) => void;
  readonly isWanted?: (name: string) => boolean;
};
type Hunt = {
  readonly tried: number;
  readonly survivors: readonly string[];
  /** What no rule notices but by running without an end. */ readonly endless: readonly string[];
};

/** Drops one thing after the other and asks the rules. */
export async function hunt(db: Database, { mutantsIn, rules, near, log, isWanted = () => true }: Quarry): Promise<Hunt> {
  const mutants = (await inWorld(db, (world) => mutantsIn(world.query))).filter(({ name }) => isWanted(name));
  const asked = near ?? traced(await inWorld(db, (world) => tracesIn(world, rules)));
  const last = { ...LIKELY, ...remembered() };
  const noticed = new Map<string, Rule>();
  const [survivors, endless]: [string[], string[]] = [[], []];
  for (let at = 0; at < mutants.length; at += PER_WORLD) {
    await inWorld(db, async (world) => {
      for (const sql of [...FUEL, ...(await fuelledLoops(world.query)), ENOUGH]) await world.query(sql);
      for (const mutant of mutants.slice(at, at + PER_WORLD)) {
        const death = await killer(world, mutant, inOrder(mutant, asked(mutant), last, noticed));
        log(
          `${death === null ? 'SURVIVES' : death.isEndless ? 'ENDLESS ' : 'noticed '} ${mutant.name}${death === null ? '' : ` — ${death.rule.name}`}`,
        );
        if (death === null) survivors.push(mutant.name);
        else if (death.isEndless) endless.push(mutant.name);
        else noticed.set(mutant.name, death.rule);
      }
    });
    remember(noticed);
  }
  return { tried: mutants.length, survivors, endless };
}
