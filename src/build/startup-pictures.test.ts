import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { drawStartup, readIcon, startupPictures } from './startup-pictures.ts';

const icon = readIcon(readFileSync('public/icons/icon-512.png'));

test('each iPhone and iPad has one picture of exactly its pixels, light and dark', () => {
  expect(new Set(startupPictures.map(({ media }) => media)).size).toBe(startupPictures.length);
  const sizeOf = (media: string) => {
    const [width = 0, height = 0, density = 0] = [...media.matchAll(/:(\d+)/g)].map(([, value]) => Number(value));
    return media.includes('portrait') ? [width * density, height * density] : [height * density, width * density];
  };
  for (const { width, height, media } of startupPictures) expect([width, height], media).toEqual(sizeOf(media));
  for (const scheme of ['light', 'dark'])
    expect(startupPictures.filter(({ media }) => media.includes(`:${scheme})`))).toHaveLength(startupPictures.length / 2);
});

test('the icon stands in the middle of the colour that stands behind every page', () => {
  const css = readFileSync('src/ui/theme.css', 'utf8');
  const [light, dark] = [...css.matchAll(/--mantine-color-body: (#\w{6});/g)].map(([, colour]) => colour);
  const grounds = startupPictures.map(({ ground, media }) => [ground, media.includes('dark') ? dark : light]);
  for (const [ground, colour] of grounds) expect(ground).toBe(colour);

  const [first] = startupPictures;
  const size = { width: 301, height: 401 };
  const drawn = PNG.sync.read(drawStartup({ ...first!, ...size, ground: '#102030' }, icon));
  expect(drawn).toMatchObject({ ...size, alpha: false });
  const drawnPixels = (x: number, y: number) => [...drawn.data.subarray((y * size.width + x) * 4).subarray(0, 3)];
  expect(drawnPixels(0, 0)).toEqual([0x10, 0x20, 0x30]);
  expect(drawnPixels(size.width - 1, size.height - 1)).toEqual([0x10, 0x20, 0x30]);
  const at = (x: number, y: number) => [...icon.pixels.subarray((y * icon.side + x) * 4, (y * icon.side + x) * 4 + 3)];
  // The icon's ground near its upper edge and the stroke of its K: each where the half of its own place is.
  const [left, top] = [(size.width - 256) >> 1, (size.height - 256) >> 1];
  for (const [x, y] of [
    [256, 20],
    [160, 256],
  ] as const)
    expect(drawnPixels(left + x / 2, top + y / 2)).toEqual(at(x, y));
});
