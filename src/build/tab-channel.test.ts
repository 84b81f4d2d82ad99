import { expect, test } from 'vitest';
import { BroadcastChannel } from './tab-channel.ts';

const heardBy = (channel: BroadcastChannel) => {
  const heard: unknown[] = [];
  channel.addEventListener('message', (message) => heard.push(message));
  return heard;
};

test("what one tab says every listener of the others hears, in order, and not the tab's own", async () => {
  const [one, other] = [new BroadcastChannel('a'), new BroadcastChannel('a')];
  const [own, heard, alsoHeard] = [heardBy(one), heardBy(other), heardBy(other)];
  await one.postMessage({ n: 1 });
  await one.postMessage({ n: 2 });
  await expect.poll(() => heard).toEqual([{ n: 1 }, { n: 2 }]);
  expect([own, alsoHeard]).toEqual([[], [{ n: 1 }, { n: 2 }]]);
  await Promise.all([one.close(), other.close()]);
});

test('a listener that was taken off and a channel that was closed hear nothing more', async () => {
  const [one, other, closed] = [new BroadcastChannel('b'), new BroadcastChannel('b'), new BroadcastChannel('b')];
  const gone: unknown[] = [];
  const listener = (message: unknown) => gone.push(message);
  other.addEventListener('message', listener);
  other.removeEventListener('message', listener);
  const [heard, tooLate] = [heardBy(other), heardBy(closed)];
  await closed.close();
  await one.postMessage('said');
  await expect.poll(() => heard).toEqual(['said']);
  expect([gone, tooLate]).toEqual([[], []]);
  await Promise.all([one.close(), other.close()]);
});
