import { expect, test } from 'vitest';
import { createBell } from '#data/sync/bell.ts';
import { seeded } from './seeded.ts';
import { Stage } from './stage.ts';

test.each([0, 60_000])('an engine that waits %i ms and is rung for stands at its next gate before anybody else goes on', async (ms) => {
  const stage = new Stage(seeded(1));
  const bell = createBell(stage.clock(() => 0));
  const engine = await stage.start('engine', 'device', 'tab', async () => {
    await bell.wait(ms, true, new AbortController().signal);
    await new Promise((resolve) => setImmediate(resolve)); // as the database answers
    await stage.gate('lock', 'the company');
  });
  await stage.nudge(engine, () => bell.ring('write'));
  expect(engine.waiting?.kind).toBe('lock');
});
