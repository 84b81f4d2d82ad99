import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { constants, crc32, deflate, inflateSync } from 'node:zlib';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Screens of iPhones held upright, one a line: width and height in CSS pixels, pixels of the device to one of them. */
const PHONES = [
  [375, 667, 2],
  [414, 896, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 896, 3],
  [420, 912, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
] as const;
/** Those of iPads, which are held either way. */
const TABLETS = [
  [744, 1133, 2],
  [768, 1024, 2],
  [810, 1080, 2],
  [820, 1180, 2],
  [834, 1112, 2],
  [834, 1194, 2],
  [834, 1210, 2],
  [1024, 1366, 2],
  [1032, 1376, 2],
] as const;
/** What stands behind every page (`--mantine-color-body`). */
const GROUND = { light: '#f8f9fb', dark: '#101218' } as const;

/** Size in pixels of the device, the name of the file, and the media query of the screens it is for. */
type StartupPicture = {
  readonly width: number;
  readonly height: number;
  readonly ground: string;
  readonly file: string;
  readonly media: string;
};

const held = <Screen>(screens: readonly Screen[], ...ways: ('portrait' | 'landscape')[]) =>
  screens.flatMap((screen) => ways.map((way) => [screen, way] as const));

/** One for each screen, way of holding it and colour scheme. */
export const startupPictures: readonly StartupPicture[] = (['light', 'dark'] as const).flatMap((scheme) =>
  [...held(PHONES, 'portrait'), ...held(TABLETS, 'portrait', 'landscape')].map(([[width, height, density], way]) => {
    const [x, y] = way === 'portrait' ? [width * density, height * density] : [height * density, width * density];
    return {
      width: x,
      height: y,
      ground: GROUND[scheme],
      file: `startup/${x}x${y}-${scheme}.png`,
      media: `(device-width:${width}px) and (device-height:${height}px) and (-webkit-device-pixel-ratio:${density}) and (orientation:${way}) and (prefers-color-scheme:${scheme})`,
    };
  }),
);

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const RGBA = 4;
const RGB = 3;

type Icon = { readonly side: number; readonly pixels: Buffer };

/** The pixels of a PNG of 8 bits a channel that is not interlaced. `depth` are its bytes a pixel. */
export function readPixels(png: Buffer, depth: number): Buffer {
  const width = png.readUInt32BE(16) * depth;
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const stored = inflateSync(Buffer.concat(data));
  const pixels = Buffer.alloc(png.readUInt32BE(20) * width);
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const left = x < depth ? 0 : (pixels[at - depth] ?? 0);
    const above = pixels[at - width] ?? 0;
    const corner = x < depth ? 0 : (pixels[at - width - depth] ?? 0);
    const expected = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][stored[y * (width + 1)] ?? 0] ?? 0;
    pixels[at] = (stored[at + y + 1] ?? 0) + expected;
  }
  return pixels;
}

export function readIcon(png: Buffer): Icon {
  return { side: png.readUInt32BE(16), pixels: readPixels(png, RGBA) };
}

/** Paeth's guess of the PNG format: which neighbour is nearest to left + above - corner. */
function nearest(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value)) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** A PNG with the icon in the middle of the ground, at half its pixels: 128 points wide on an iPad, 85 on most phones. */
export async function drawStartup({ width, height, ground }: StartupPicture, { side, pixels }: Icon): Promise<Buffer> {
  const base = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16));
  const empty = Buffer.alloc(width * RGB);
  for (let at = 0; at < empty.length; at += 1) empty[at] = base[at % RGB] ?? 0;
  const size = side / 2;
  const [fromX, fromY] = [(width - size) >> 1, (height - size) >> 1];
  const bare = asSteps(empty);
  const lines = Array.from({ length: height }, (_, line) => {
    const y = line - fromY;
    if (y < 0 || y >= size) return bare;
    const drawn = Buffer.from(empty);
    for (let x = 0; x < size; x += 1)
      for (let channel = 0; channel < RGB; channel += 1) {
        // Each pixel is the mean of four of the icon's, each laid on the ground.
        let sum = 0;
        for (const at of [0, 1, side, side + 1]) {
          const from = (2 * y * side + 2 * x + at) * RGBA;
          const alpha = (pixels[from + 3] ?? 0) / 255;
          sum += (pixels[from + channel] ?? 0) * alpha + (base[channel] ?? 0) * (1 - alpha);
        }
        drawn[(fromX + x) * RGB + channel] = Math.round(sum / 4);
      }
    return asSteps(drawn);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', await promisify(deflate)(Buffer.concat(lines), { strategy: constants.Z_RLE })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...parts]);
}

/** A line as the differences from pixel to pixel, PNG's filter 1: one colour is all zeros, which takes neither time nor room. */
function asSteps(line: Buffer): Buffer {
  const steps = Buffer.alloc(1 + line.length, 1);
  for (let at = 0; at < line.length; at += 1) steps[at + 1] = (line[at] ?? 0) - (line[at - RGB] ?? 0);
  return steps;
}

function chunk(name: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(12 + data.length);
  framed.writeUInt32BE(data.length, 0);
  framed.write(name, 4, 'latin1');
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length);
  return framed;
}

/**
 * Draws and links what iPhones and iPads show between the tap on the icon and the first paint. They take no notice of the manifest:
 * without a picture of exactly the screen's pixels that is a white page, also at night. Safari keeps the picture when the app is put on
 * the home screen, so none is among the files kept for offline.
 */
export function startupScreens(icon: string): Plugin {
  return {
    name: 'kontor-startup-screens',
    apply: 'build',
    transformIndexHtml: () =>
      startupPictures.map(({ file, media }): HtmlTagDescriptor => {
        return { tag: 'link', attrs: { rel: 'apple-touch-startup-image', media, href: `/${file}` }, injectTo: 'head' };
      }),
    async generateBundle() {
      const read = readIcon(readFileSync(icon));
      for (const picture of startupPictures)
        this.emitFile({ type: 'asset', fileName: picture.file, source: await drawStartup(picture, read) });
    },
  };
}
