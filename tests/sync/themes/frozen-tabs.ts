import type { Device } from '#tests/sync/device.ts';
import type { World } from '#tests/sync/world.ts';
import type { Theme } from './theme.ts';

/** The browser stops whatever this device is in the middle of; another tab leads meanwhile, and takes the lock that the frozen one holds. */
async function freezes(world: World, device: Device): Promise<void> {
  const awake = world.stage.actors.filter((actor) => actor.device === device.name && actor.waiting && !actor.isFrozen);
  if (awake.length === 0) return;
  const picked = world.chance.pick(awake);
  const actor = picked.of ?? picked;
  actor.isFrozen = true;
  const isRobbed = world.stage.rob(actor);
  world.say(
    `${actor.name} freezes at ${actor.waiting?.kind ?? ''} ${actor.waiting?.label ?? ''}${isRobbed ? ', its lock goes on' : ''}`,
    isRobbed ? 'frozen with the lock' : 'frozen',
  );
  if (device.leaders.every((leader) => leader.actor.isFrozen)) await device.lead();
}

async function thaws(world: World): Promise<void> {
  const frozen = world.stage.actors.filter((actor) => actor.isFrozen && !actor.of);
  if (frozen.length === 0) return;
  const actor = world.chance.pick(frozen);
  actor.isFrozen = false;
  world.say(`${actor.name} goes on late`, 'thaw');
}

export const frozenTabs: Theme = {
  name: 'a frozen tab',
  tells: ['frozen', 'frozen with the lock', 'thaw'],
  shares: { crash: 0.02, 'second leader': 0.01 },
  events: [
    [0.05, freezes],
    [0.025, thaws],
  ],
};

export const stoppedAnywhere: Theme = {
  ...frozenTabs,
  name: 'a tab stopped anywhere',
  stopsAnywhere: true,
  events: [
    [0.09, freezes],
    [0.06, thaws],
  ],
};
