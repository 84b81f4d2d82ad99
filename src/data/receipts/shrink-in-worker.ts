import { type ShrinkImage, shrinkImage, type ShrunkImage } from './images.ts';

type Answer = { readonly id: number; readonly image: ShrunkImage | null };
type Waiting = { resolve(image: ShrunkImage): void; reject(error: Error): void };

let worker: Worker | null | undefined;
const waiting = new Map<number, Waiting>();
let count = 0;

/** `shrinkImage` away from the main thread; on it where the browser lets no worker draw. */
export const shrinkInWorker: ShrinkImage = (original, options) => {
  if (worker === undefined) worker = startWorker();
  const helper = worker;
  if (!helper) return shrinkImage(original, options);
  return new Promise((resolve, reject) => {
    const id = (count += 1);
    waiting.set(id, { resolve, reject });
    helper.postMessage({ id, original, ...options });
  });
};

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  const started = new Worker(new URL('./images.worker.ts', import.meta.url), { type: 'module', name: 'kontor-images' });
  started.onmessage = ({ data: { id, image } }: MessageEvent<Answer>) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (image) caller?.resolve(image);
    else caller?.reject(new Error('not decodable'));
  };
  started.onerror = () => {
    worker = null; // from now on the main thread does it
    for (const caller of waiting.values()) caller.reject(new Error('image worker failed'));
    waiting.clear();
  };
  return started;
}
