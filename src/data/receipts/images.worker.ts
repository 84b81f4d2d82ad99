import { shrinkImage } from './images.ts';

type Order = { readonly id: number; readonly original: Blob; readonly mustConvert: boolean };

globalThis.onmessage = ({ data: { id, original, mustConvert } }: MessageEvent<Order>) => {
  shrinkImage(original, { mustConvert }).then(
    (image) => postMessage({ id, image }),
    () => postMessage({ id, image: null }),
  );
};
