import { expect, test } from 'vitest';
import type { TimerId } from '#platform/clock/clock.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { type Duties, lateDuties } from './late-duties.ts';

/** Duties whose code comes when the test says so. */
function late() {
  const calls: string[] = [];
  const note = (call: string) => calls.push(call);
  const timers: (() => void)[] = [];
  const asked: { arrive(): void; fail(): void }[] = [];
  const real: Duties = {
    take: () => note('take'),
    giveUp: async () => void note('give up'),
    reconnect: () => note('reconnect'),
    poke: (reason) => note(`poke ${reason}`),
  };
  let prepared = 0;
  const duties = lateDuties({
    prepare: async () => void prepared++,
    load: () => new Promise((resolve, reject) => asked.push({ arrive: () => resolve(real), fail: () => reject(new Error('no code')) })),
    clock: { ...systemClock, setTimeout: (run) => timers.push(run) as unknown as TimerId },
    onFailure: () => note('failed'),
  });
  return { duties, calls, timers, asked, prepared: () => prepared };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('[SYNC-50] a tab that follows begins nothing, but a moment later has the code at hand', async () => {
  const { duties, asked, calls, timers, prepared } = late();
  duties.poke('write');
  duties.reconnect();
  await duties.giveUp();
  expect([asked.length, calls, prepared()]).toEqual([0, [], 0]);
  timers[0]?.();
  expect([asked.length, calls, prepared()]).toEqual([0, [], 1]);
});

test('the duties begin once their code is there, and only once', async () => {
  const { duties, asked, calls } = late();
  duties.take();
  duties.poke('write');
  asked[0]?.arrive();
  await settled();
  duties.poke('person');
  expect([asked.length, calls]).toEqual([1, ['take', 'poke person']]);
});

test('who gave up while the code was coming does not begin; who leads again does', async () => {
  const { duties, asked, calls } = late();
  duties.take();
  await duties.giveUp();
  asked[0]?.arrive();
  await settled();
  expect(calls).toEqual([]);
  duties.take();
  await duties.giveUp();
  expect([asked.length, calls]).toEqual([1, ['take', 'give up']]);
});

test('code that did not come is asked for again after a while, or when somebody wants something', async () => {
  const { duties, asked, calls, timers } = late();
  duties.take();
  asked[0]?.fail();
  await settled();
  timers[1]?.();
  asked[1]?.fail();
  await settled();
  duties.poke('online');
  asked[2]?.arrive();
  await settled();
  expect([asked.length, calls]).toEqual([3, ['failed', 'failed', 'take']]);
});
