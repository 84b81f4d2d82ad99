import { view } from './bytes.ts';

export type JpegSize = { readonly width: number; readonly height: number; readonly channels: number };

/** Size and channels from the frame header. What has no frame is a RangeError. */
export function readJpegSize(jpeg: Uint8Array): JpegSize {
  const data = view(jpeg);
  for (let at = 2; at + 10 < jpeg.length; at += 2 + data.getUint16(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    // C4, C8 and CC are tables in the middle of the range of frames.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: data.getUint16(at + 5), width: data.getUint16(at + 7), channels: jpeg[at + 9] ?? 0 };
  }
  throw new RangeError('Unreadable JPEG');
}
