import { inflated, joinedBytes, view } from './bytes.ts';

/** Samples of an image, eight bits each: three per pixel, and one for its opacity where the image has any transparency. */
export type Pixels = { readonly width: number; readonly height: number; readonly rgb: Uint8Array; readonly alpha: Uint8Array | null };

type Header = { width: number; height: number; depth: number; color: number; isInterlaced: boolean };
type Chunks = { header: Header; palette: Uint8Array; transparency: Uint8Array | null; data: Uint8Array };

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
const HAS_ALPHA = 4;
/** Start and step of Adam7's passes: x, y, dx, dy. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;
const MAX_PIXELS = 40_000_000;

function readChunks(png: Uint8Array): Chunks {
  const data = view(png);
  const parts: Uint8Array[] = [];
  let palette: Uint8Array = new Uint8Array();
  let transparency: Uint8Array | null = null;
  for (let at = 8; at + 12 <= png.length;) {
    const length = data.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') parts.push(body);
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  const [depth = 0, color = 0] = [png[24], png[25]];
  const header = { width: data.getUint32(16), height: data.getUint32(20), depth, color, isInterlaced: png[28] === 1 };
  if (CHANNELS[color] === undefined || header.width * header.height > MAX_PIXELS) throw new RangeError('Unreadable PNG');
  return { header, palette, transparency, data: joinedBytes(parts) };
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Undoes a row's filter in place. */
function unfilter(row: Uint8Array, above: Uint8Array, filter: number, step: number): void {
  for (let index = 0; index < row.length; index++) {
    const left = index >= step ? (row[index - step] ?? 0) : 0;
    const up = above[index] ?? 0;
    const corner = index >= step ? (above[index - step] ?? 0) : 0;
    const guess = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter];
    if (guess === undefined) throw new RangeError('Unreadable PNG');
    row[index] = ((row[index] ?? 0) + guess) & 255;
  }
}

/** The `index`-th sample of a row, scaled to eight bits; palette indices stay as they are. */
function sample(row: Uint8Array, index: number, { depth, color }: Header): number {
  if (depth === 8) return row[index] ?? 0;
  if (depth === 16) return row[index * 2] ?? 0;
  const bit = index * depth;
  const value = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  return color === PALETTE ? value : (value * 255) / ((1 << depth) - 1);
}

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** Gives the colour of the pixel at a place of a row. */
function pixelReader({ header, palette, transparency }: Chunks): (row: Uint8Array, x: number) => Pixel {
  const { color, depth } = header;
  const channels = CHANNELS[color] ?? 1;
  const low = depth === 16 ? 0 : 1;
  // One colour can be declared transparent; its samples are two bytes wide and unscaled.
  const keys =
    transparency && color !== PALETTE ? Array.from({ length: channels }, (_, index) => transparency[index * 2 + low] ?? 0) : null;
  const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1;
  return (row, x) => {
    const at = (channel: number) => sample(row, x * channels + channel, header);
    if (color === PALETTE) {
      const index = at(0);
      return [palette[index * 3] ?? 0, palette[index * 3 + 1] ?? 0, palette[index * 3 + 2] ?? 0, transparency?.[index] ?? 255];
    }
    const isGray = channels < 3;
    const alpha = (color & HAS_ALPHA) !== 0 ? at(channels - 1) : keys?.every((key, index) => key * scale === at(index)) ? 0 : 255;
    return [at(0), at(isGray ? 0 : 1), at(isGray ? 0 : 2), alpha];
  };
}

/** Reads every PNG of the standard: all colour types and depths, interlaced or not. A broken file is a RangeError. */
export async function readPng(png: Uint8Array): Promise<Pixels> {
  const chunks = readChunks(png);
  const { width, height, depth, color, isInterlaced } = chunks.header;
  const raw = await inflated(chunks.data);
  const pixel = pixelReader(chunks);
  const bits = (CHANNELS[color] ?? 1) * depth;
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  let offset = 0;
  for (const [startX, startY, stepX, stepY] of isInterlaced ? PASSES : WHOLE) {
    const columns = Math.ceil((width - startX) / stepX);
    const length = Math.ceil((columns * bits) / 8);
    let above = new Uint8Array(length);
    for (let y = startY; y < height && columns > 0; y += stepY) {
      const row = raw.slice(offset + 1, offset + 1 + length);
      if (row.length < length) throw new RangeError('Unreadable PNG');
      unfilter(row, above, raw[offset] ?? 0, Math.max(1, bits >> 3));
      offset += length + 1;
      above = row;
      for (let column = 0; column < columns; column++) {
        const [red, green, blue, opacity] = pixel(row, column);
        const place = y * width + startX + column * stepX;
        rgb.set([red, green, blue], place * 3);
        alpha[place] = opacity;
      }
    }
  }
  return { width, height, rgb, alpha: alpha.every((value) => value === 255) ? null : alpha };
}
