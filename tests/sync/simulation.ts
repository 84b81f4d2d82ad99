import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
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
import { drain, execute, letGo, transportOf } from './network.ts';
import { personResolves, personWrites } from './person.ts';
import { expenseOf, vendorOf } from './records.ts';
import type { Server } from './server.ts';
import { EDITOR, type Options, World } from './world.ts';

export type Outcome = {
  readonly problems: readonly string[];
  readonly trace: readonly string[];
  readonly hash: string;
  readonly stats: Readonly<Record<string, number>>;
};

/** One story of a few devices and the real server, told by the seed. */
export async function simulate(server: Server, seed: number, options: Options = {}): Promise<Outcome> {
  const world = new World(server, seed, options);
  try {
    await prepare(world);
    for (let index = 0; index < world.steps; index += 1) {
      world.time += world.chance.within(5000);
      await step(world);
    }
    await heal(world);
    await judge(world);
    const hash = createHash('sha1').update(world.trace.join('\n')).digest('hex').slice(0, 12);
    return { problems: world.ledger.problems, trace: world.trace, hash, stats: world.stats };
  } finally {
    await world.close();
  }
}

export async function prepare(world: World): Promise<void> {
  const users = Array.from({ length: world.count }, world.newId);
  for (const user of users) await world.server.addUser(user);
  const companies = [world.newId(), ...(world.chance() < 0.3 ? [world.newId()] : [])];
  world.companies = companies;
  const [owner = ''] = users;
  for (const company of companies) {
    await world.server.createCompany(owner, company);
    for (const user of users.slice(1)) await world.server.addMember(company, user, EDITOR);
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
    });
    await device.device.open();
    for (const company of index === 0 ? companies : companies.slice(0, 1)) await device.addCompany(company, world.newId);
    world.devices.push(device);
    await device.lead();
  }
  await shareSomething(world);
}

/** Everybody starts with a few records of the owner, so that they get in each other's way. */
export async function shareSomething(world: World): Promise<void> {
  const [owner] = world.devices;
  if (!owner) return;
  const { db } = owner.open(owner.companyId);
  world.hasFaults = false;
  await drain(world);
  for (let index = 0; index < 3; index += 1) {
    const base = { id: world.newId(), company_id: owner.companyId, at: new Date(world.time).toISOString() };
    const record = index < 2 ? vendorOf(base, `shared ${index}`) : expenseOf(base, 'shared', owner.userId, null, 10);
    const name = index < 2 ? 'vendors' : 'expenses';
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

export async function step(world: World): Promise<void> {
  const x = world.chance();
  const device = world.chance.pick(world.devices);
  if (x < 0.3) return personWrites(world, device);
  if (x < 0.75) return letGo(world);
  if (x < 0.8) return device.poke(world.chance() < 0.5 ? 'write' : 'person');
  if (x < 0.84) return toggleNetwork(world, device);
  if (x < 0.875) return crash(world, device);
  if (x < 0.905) return secondLeader(world, device);
  if (x < 0.93) return serverChanges(world);
  if (x < 0.95) return permissionsChange(world);
  if (x < 0.965) return personResolves(world, device);
  if (x < 0.98) return switchCompany(world);
  if (x < 0.99) return clockJumps(world, device);
  if (x < 0.995) return restore(world);
  return expel(world);
}

/** The faults end, every device comes back, and the world turns until nothing moves. */
export async function heal(world: World): Promise<void> {
  world.say('--- heal');
  world.hasFaults = false;
  world.stage.stopChance = 0;
  for (const ghost of world.ghosts.splice(0)) await execute(world, ghost, 'late copy').catch(() => undefined);
  await drain(world);
  for (const device of world.devices) {
    device.isOffline = false;
    for (const leader of device.leaders.slice()) await device.resign(leader);
  }
  await drain(world);
  for (const companyId of world.companies) {
    for (const device of world.devices) {
      for (const leader of device.leaders.slice()) await device.resign(leader);
      await drain(world);
      if (!device.base(companyId)) continue;
      device.companyId = companyId;
      await device.lead();
    }
    let last = '';
    for (let round = 0; round < 12; round += 1) {
      await drain(world);
      const now = await fingerprint(world);
      if (now === last) break;
      last = now;
      for (const device of world.devices) await device.poke('person');
    }
    const visited = world.devices.filter((device) => device.companyId === companyId && !world.lost.has(device));
    world.ledger.problems.push(...(await converged(world.server, visited, companyId)));
  }
}

/** What the devices know: equal twice in a row means that nothing moves any more. */
export async function fingerprint(world: World): Promise<string> {
  const states = await Promise.all(
    world.devices.map(async ({ device }) => [await device.sync_state.toArray(), await device.outbox.toArray()]),
  );
  return JSON.stringify(states.map(([states, rows]) => [states?.map((each) => 'cursors' in each && each.cursors), rows]));
}

export async function judge(world: World): Promise<void> {
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
  world.ledger.check(open);
}
