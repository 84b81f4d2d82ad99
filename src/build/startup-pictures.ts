import { readFileSync } from 'node:fs';
import { constants } from 'node:zlib';
import { PNG } from 'pngjs';
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

const RGBA = 4;
const RGB = 3;

type Icon = { readonly side: number; readonly pixels: Buffer };

/** A square icon as red, green, blue and alpha of each pixel. */
export function readIcon(png: Buffer): Icon {
  const { width: side, data: pixels } = PNG.sync.read(png);
  return { side, pixels };
}

/** One colour is all zeros as the differences from pixel to pixel, PNG's filter 1, and then takes neither time nor room. */
const PACKING = {
  colorType: 2,
  inputColorType: 2,
  inputHasAlpha: false,
  filterType: 1,
  deflateLevel: constants.Z_DEFAULT_COMPRESSION,
  deflateStrategy: constants.Z_RLE,
} as const;

/** A PNG with the icon in the middle of the ground, at half its pixels: 128 points wide on an iPad, 85 on most phones. */
export function drawStartup({ width, height, ground }: StartupPicture, { side, pixels }: Icon): Buffer {
  const base = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16));
  const data = Buffer.alloc(width * height * RGB, Buffer.from(base));
  const size = side / 2;
  const [fromX, fromY] = [(width - size) >> 1, (height - size) >> 1];
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      for (let channel = 0; channel < RGB; channel += 1) {
        // Each pixel is the mean of four of the icon's, each laid on the ground.
        let sum = 0;
        for (const at of [0, 1, side, side + 1]) {
          const from = (2 * y * side + 2 * x + at) * RGBA;
          const alpha = (pixels[from + 3] ?? 0) / 255;
          sum += (pixels[from + channel] ?? 0) * alpha + (base[channel] ?? 0) * (1 - alpha);
        }
        data[((fromY + y) * width + fromX + x) * RGB + channel] = Math.round(sum / 4);
      }
  return PNG.sync.write(Object.assign(new PNG(), { width, height, data }), PACKING);
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
    generateBundle() {
      const read = readIcon(readFileSync(icon));
      for (const picture of startupPictures) this.emitFile({ type: 'asset', fileName: picture.file, source: drawStartup(picture, read) });
    },
  };
}
