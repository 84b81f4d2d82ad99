import type { Call, World } from '#tests/sync/world.ts';
import type { Theme } from './theme.ts';

const LATENCY_MS = 400;
const speeds = new WeakMap<World, number>();

/** Requests take as long as their bytes need; what is not answered in time was sent in vain. */
function hinder(world: World, { bytes, limitMs }: Call) {
  const bytesPerSecond = speeds.get(world) ?? speeds.set(world, 150 + world.chance.within(400)).get(world)!;
  const ms = LATENCY_MS + (1000 * bytes) / bytesPerSecond;
  world.time += Math.min(ms, limitMs);
  return ms > limitMs ? { answer: 'timed out' as const, what: 'timed out' } : null;
}

export const slowLine: Theme = {
  name: 'a slow line',
  tells: ['timed out', 'answered'],
  limits: { push: 16, pull: 6, chunk: 3 },
  shares: { write: 0.4 },
  hinder,
  patience: 6,
};
