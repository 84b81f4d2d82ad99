import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import type { OutboxRow } from '#data/changes/outbox-row.ts';
import { insertRecord } from '#data/core/write.ts';
import { converged } from './converged.ts';
import { Device } from './device.ts';
import {
  clockJumps,
  crash,
  expel,
  permissionsChange,
  restore,
  secondLeader,
  serverChanges,
  switchCompany,
  toggleNetwork,
} from './events.ts';
import { settleAll } from './gateways.ts';
import { transportOf } from './line.ts';
import { drain, execute, letGo } from './network.ts';
import { personResolves, personWrites } from './person.ts';
import { expenseOf, vendorOf } from './records.ts';
import type { Server } from './server.ts';
import type { Event, EventName } from './themes/theme.ts';
import { EDITOR, type Options, World } from './world.ts';

export type Outcome = {
  readonly problems: readonly string[];
  readonly trace: readonly string[];
  readonly hash: string;
  readonly stats: Readonly<Record<string, number>>;
};

/** One story of a few devices and the real server, told by the seed; with a theme, of one misfortune in particular. */
export async function simulate(server: Server, seed: number, options: Options = {}): Promise<Outcome> {
  const world = new World(server, seed, options);
  try {
    await prepare(world);
    const events = eventsOf(world);
    for (let index = 0; index < world.steps; index += 1) {
      world.time += world.chance.within(5000);
      world.stepsDone = index;
      await step(world, events);
      await world.theme?.holds?.(world);
    }
    await heal(world);
    await world.theme?.holds?.(world);
    await judge(world);
    const hash = createHash('sha1').update(world.trace.join('\n')).digest('hex').slice(0, 12);
    return { problems: world.ledger.problems, trace: world.trace, hash, stats: world.stats };
  } finally {
    await world.close();
  }
}

async function prepare(world: World): Promise<void> {
  const { theme } = world;
  const users = Array.from({ length: world.count }, world.newId);
  for (const user of users) await world.server.addUser(user);
  const hasSecond = theme?.companies === undefined ? world.chance() < 0.3 : theme.companies > 1;
  const companies = [world.newId(), ...(hasSecond ? [world.newId()] : [])];
  world.companies = companies;
  const [owner = ''] = users;
  for (const [at, company] of companies.entries()) {
    await world.server.createCompany(owner, company);
    for (const [index, user] of users.slice(1).entries())
      await world.server.addMember(company, user, theme?.keys?.(world, index + 1, at) ?? EDITOR);
  }
  for (const [index, userId] of users.entries()) {
    const device = new Device({
      name: `k${index}`,
      userId,
      companyId: companies[0] ?? '',
      stage: world.stage,
      chance: world.chance,
      transport: (each) => transportOf(world, each),
      now: () => world.time,
      names: world.collections,
      ...(theme?.limits && { limits: theme.limits }),
      ...(theme?.stopsAnywhere && { stopsAnywhere: true }),
    });
    await device.device.open();
    const isInAll = index === 0 || theme?.companies !== undefined;
    for (const company of isInAll ? companies : companies.slice(0, 1)) await device.addCompany(company, world.newId);
    world.devices.push(device);
    await device.lead();
  }
  await shareSomething(world);
  await theme?.prepare?.(world);
}

/** Everybody starts with a few records of the owner, so that they get in each other's way. */
async function shareSomething(world: World): Promise<void> {
  const [owner] = world.devices;
  if (!owner) return;
  const { db } = owner.open(owner.companyId);
  world.hasFaults = false;
  await drain(world);
  for (let index = 0; index < 3; index += 1) {
    const base = { id: world.newId(), company_id: owner.companyId, at: new Date(world.time).toISOString() };
    const name = index < 2 && world.collections.includes('vendors') ? 'vendors' : 'expenses';
    const record = name === 'vendors' ? vendorOf(base, `shared ${index}`) : expenseOf(base, `shared`, owner.userId, null, 10 + index);
    const done = world.ledger.intent(owner.name, record.id, name, null, record);
    await world.stage.start('owner', owner.name, 'owner', () => insertRecord(db, name, record as never).then(done));
    world.name(record.id);
    await drain(world);
  }
  for (const device of world.devices) {
    await device.poke('person');
    await drain(world);
  }
  world.hasFaults = true;
}

/** What happens in a story, and how often. */
const USUAL: readonly (readonly [name: EventName, share: number, event: Event])[] = [
  ['write', 0.3, personWrites],
  ['go', 0.45, letGo],
  ['poke', 0.05, (world, device) => device.poke(world.chance() < 0.5 ? 'write' : 'person')],
  ['network', 0.04, toggleNetwork],
  ['crash', 0.035, crash],
  ['second leader', 0.03, secondLeader],
  ['server', 0.025, serverChanges],
  ['permission', 0.02, permissionsChange],
  ['resolve', 0.015, personResolves],
  ['switch', 0.015, switchCompany],
  ['clock', 0.01, clockJumps],
  ['restore', 0.005, restore],
  ['expel', 0.005, expel],
];

/** They would wait for a push that is not committed yet. */
const SERVER_WORKS: ReadonlySet<Event> = new Set<Event>([serverChanges, permissionsChange, restore, expel]);

type Odds = readonly (readonly [upTo: number, event: Event])[];

function eventsOf({ theme }: World): Odds {
  const usual = USUAL.map(([name, share, event]) => [theme?.shares?.[name] ?? share, event] as const);
  let upTo = 0;
  return [...usual, ...(theme?.events ?? [])].map(([share, event]) => [(upTo += share), event]);
}

async function step(world: World, odds: Odds): Promise<void> {
  const x = world.chance() * (odds.at(-1)?.[0] ?? 1);
  const device = world.chance.pick(world.devices);
  const event = odds.find(([upTo]) => x < upTo)?.[1];
  if (event && SERVER_WORKS.has(event)) await settleAll(world);
  await event?.(world, device);
}

/** The faults end, every device comes back, and the world turns until nothing moves. */
async function heal(world: World): Promise<void> {
  world.say('--- heal');
  world.hasFaults = false;
  world.stage.stopChance = 0;
  for (const actor of world.stage.actors.filter((each) => !each.of)) actor.isFrozen = false;
  for (const device of world.devices) device.isFull = false;
  await settleAll(world);
  for (const ghost of world.ghosts.splice(0)) await execute(world, ghost, 'late copy').catch(() => undefined);
  await drain(world);
  for (const device of world.devices) {
    device.isOffline = false;
    for (const leader of device.leaders.slice()) await device.resign(leader);
  }
  await drain(world);
  for (const companyId of world.companies) {
    await visit(world, companyId);
    await untilStill(world);
    if (world.theme?.relent) {
      await world.theme.relent(world);
      await untilStill(world);
    }
    const visited = world.devices.filter((device) => device.companyId === companyId && !world.lost.has(device));
    world.ledger.problems.push(...(await converged(world.server, visited, companyId)));
  }
}

async function visit(world: World, companyId: string): Promise<void> {
  for (const device of world.devices) {
    for (const leader of device.leaders.slice()) await device.resign(leader);
    await drain(world);
    if (!device.base(companyId)) continue;
    device.companyId = companyId;
    await device.lead();
  }
}

async function untilStill(world: World): Promise<void> {
  const patience = world.theme?.patience ?? 1;
  let last = '';
  for (let round = 0, still = 0; round < 12 * patience && still < patience; round += 1) {
    await drain(world);
    const now = await fingerprint(world);
    still = now === last ? still + 1 : 0;
    if (still >= patience) break;
    last = now;
    if (patience > 1) world.time += 65_000;
    for (const device of world.devices) await device.poke('person');
  }
}

/** What the devices know: equal twice in a row means that nothing moves any more. */
async function fingerprint(world: World): Promise<string> {
  const states = await Promise.all(
    world.devices.map(async ({ device }) => [await device.sync_state.toArray(), await device.outbox.toArray()] as const),
  );
  const what = (row: OutboxRow) => [row.key, row.rev, row.flight?.rev, row.attempts];
  return JSON.stringify(states.map(([each, rows]) => [each.map(({ cursors }) => cursors), rows.map(what)]));
}

async function judge(world: World): Promise<void> {
  world.say(world.stage.describe());
  const open = [];
  for (const device of world.devices) {
    const waiting = await device.device.outbox.toArray();
    if (waiting.length > 0)
      world.ledger.problems.push(
        `stuck: ${device.name} still has ${waiting.length} unsynced: ${waiting.map((row) => `${world.name(row.id)} ${row.op} ${row.last_error ?? ''}`).join(', ')}`,
      );
    for (const issue of await device.device.issues.toArray()) open.push({ device: device.name, issue });
  }
  world.stats['issues'] = open.length;
  const here = new Map(await Promise.all(world.devices.map(async (device) => [device.name, await device.everythingHere()] as const)));
  world.ledger.check(open, (device, doc) => here.get(device)?.has(doc) === true);
}
