import type { Device } from '#tests/sync/device.ts';
import type { World } from '#tests/sync/world.ts';
import type { Theme } from './theme.ts';

const DAY_MS = 864e5;

/** The device's clock is days ahead or behind from one moment to the next, or right again. */
async function jumps(world: World, device: Device): Promise<void> {
  const days = world.chance.pick([-400, -10, -3, -1, 0, 1, 3, 10, 400]);
  device.skew = days * DAY_MS;
  world.say(`${device.name} clock ${days} days off`, 'clock');
}

export const skewedClocks: Theme = {
  name: 'clocks that are days off and jump',
  tells: ['clock'],
  shares: { clock: 0 },
  events: [[0.12, jumps]],
};
