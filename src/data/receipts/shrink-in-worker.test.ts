import { afterEach, expect, test, vi } from 'vitest';
import { shrinkInWorker } from './shrink-in-worker.ts';

afterEach(() => vi.unstubAllGlobals());

test('where the worker failed, the main thread decodes from then on', async () => {
  const started: { onerror?: () => void }[] = [];
  class BrokenWorker {
    onerror?: () => void;
    constructor() {
      started.push(this);
    }
    postMessage() {
      this.onerror?.();
    }
  }
  vi.stubGlobal('Worker', BrokenWorker);
  vi.stubGlobal('OffscreenCanvas', class {});
  const decode = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('on the main thread')));
  vi.stubGlobal('createImageBitmap', decode);
  const shrink = () => shrinkInWorker(new Blob(['photo']), { mustConvert: false });
  await expect(shrink()).rejects.toThrow('image worker failed');
  await expect(shrink()).rejects.toThrow('on the main thread');
  expect([started.length, decode.mock.calls.length]).toEqual([1, 1]);
});
