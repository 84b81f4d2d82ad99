import { converged } from '#tests/sync/converged.ts';
import { clockJumps } from '#tests/sync/events.ts';
import { ANSWERS } from '#tests/sync/line.ts';
import { personWrites, visibleTo } from '#tests/sync/person.ts';
import type { Call, World } from '#tests/sync/world.ts';
import { isStuck, type OutboxRow } from '#data/changes/outbox-row.ts';
import type { PushChange } from '#data/changes/pushed.ts';
import type { Theme } from './theme.ts';

type Kind = 'firewall' | 'too_large' | 'gateway' | 'server';
const poisoned = new WeakMap<World, Map<string, Kind>>();
const poisonOf = (world: World) => poisoned.get(world) ?? poisoned.set(world, new Map()).get(world)!;

/** From now on no push with this record gets through. */
async function poisons(world: World): Promise<void> {
  const poison = poisonOf(world);
  const device = world.chance.pick(world.devices);
  const records = [...(await visibleTo(world, device, 'vendors')), ...(await visibleTo(world, device, 'expenses'))];
  const kind = world.chance.pick(['firewall', 'too_large', 'gateway', 'server'] as const);
  if (records.length === 0 || poison.size > 1) return;
  const { id } = world.chance.pick(records);
  poison.set(id, kind);
  world.say(`nothing with ${world.name(id)} gets through any more: ${kind}`, 'poison');
  await personWrites(world, device);
}

async function cures(world: World): Promise<void> {
  const [id] = poisonOf(world).keys();
  if (id === undefined) return;
  poisonOf(world).delete(id);
  world.say(`${world.name(id)} gets through again`, 'cure');
}

function hinder(world: World, { fn, args }: Call) {
  if (fn === 'pull') return null;
  const bad = (args['p_changes'] as readonly PushChange[]).find(({ id }) => poisonOf(world).has(id));
  const kind = bad && poisonOf(world).get(bad.id);
  return kind ? { answer: ANSWERS[kind](), what: `poisoned: ${kind}` } : null;
}

/** While nothing helps that one record, everything else has gone and come, and what waits is shown as waiting for a reason. */
async function relent(world: World): Promise<void> {
  const poison = poisonOf(world);
  const { problems } = world.ledger;
  const exempt = new Set<string>();
  for (const device of world.devices) {
    const rows = await device.device.outbox.toArray();
    const heldUp = tiedTo(poison, rows);
    for (const row of rows) {
      exempt.add(row.id);
      if (!heldUp.has(row.id)) problems.push(`blocked: ${device.name} could not send ${world.name(row.id)} beside a poisoned change`);
      else if (poison.has(row.id) && !isStuck(row) && !waitsForOther(row, rows))
        problems.push(`silent: ${device.name} does not say why ${world.name(row.id)} waits`);
    }
  }
  const [companyId = ''] = world.companies;
  const there = world.devices.filter((device) => !world.lost.has(device) && device.companyId === companyId);
  for (const problem of await converged(world.server, there, companyId, (id) => exempt.has(id)))
    problems.push(`beside a poisoned change: ${problem}`);
  poison.clear();
  world.say('everything gets through again');
}

/** The delete of what a stuck change refers to is not tried itself. */
const waitsForOther = (row: OutboxRow, rows: readonly OutboxRow[]) =>
  row.op === 'delete' &&
  rows.some((other) => other !== row && other.stuck && JSON.stringify([other.mine, other.base, other.flight]).includes(row.id));

/** The poisoned records, and of a device's changes those that refer to them or that they refer to. */
function tiedTo(poison: ReadonlyMap<string, unknown>, rows: readonly OutboxRow[]): ReadonlySet<string> {
  const tied = new Set(poison.keys());
  for (let size = 0; size < tied.size;) {
    size = tied.size;
    for (const row of rows) {
      const text = JSON.stringify([row.mine, row.base, row.flight]);
      if ([...tied].some((id) => text.includes(id))) tied.add(row.id);
      if (tied.has(row.id)) for (const other of rows) if (text.includes(other.id)) tied.add(other.id);
    }
  }
  return tied;
}

export const poison: Theme = {
  name: 'a poisoned change',
  tells: ['poison', 'cure'],
  shares: { permission: 0, expel: 0, switch: 0, clock: 0.03, restore: 0 },
  companies: 1,
  events: [
    [0.03, poisons],
    [0.015, cures],
    [0.01, clockJumps],
  ],
  hinder,
  patience: 4,
  relent,
};
