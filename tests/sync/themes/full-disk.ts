import type { Device } from '#tests/sync/device.ts';
import type { World } from '#tests/sync/world.ts';
import type { Theme } from './theme.ts';

async function fillsOrClears(world: World, device: Device): Promise<void> {
  device.isFull = !device.isFull;
  world.say(`${device.name} has ${device.isFull ? 'no room' : 'room again'}`, 'quota');
  if (!device.isFull) await device.poke('person');
}

export const fullDisk: Theme = { name: 'a browser without room', tells: ['quota'], events: [[0.06, fillsOrClears]], patience: 2 };
