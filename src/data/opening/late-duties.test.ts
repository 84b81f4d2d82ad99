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
  const duties = lateDuties({
    load: () => new Promise((resolve, reject) => asked.push({ arrive: () => resolve(real), fail: () => reject(new Error('no code')) })),
    clock: { ...systemClock, setTimeout: (run) => timers.push(run) as unknown as TimerId },
    onFailure: () => note('failed'),
  });
  return { duties, calls, timers, asked };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a tab that never leads loads nothing', async () => {
  const { duties, asked, calls } = late();
  duties.poke('write');
  duties.reconnect();
  await duties.giveUp();
  expect([asked.length, calls]).toEqual([0, []]);
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
  timers[0]?.();
  asked[1]?.fail();
  await settled();
  duties.poke('online');
  asked[2]?.arrive();
  await settled();
  expect([asked.length, calls]).toEqual([3, ['failed', 'failed', 'take']]);
});
