import { expect, test } from 'vitest';
import { type DrawLogo, LOGO_MAX_BYTES, prepareLogo } from './prepare-logo.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const text = (value: string) => Array.from(new TextEncoder().encode(value));
const file = (bytes: readonly number[]) => new Blob([new Uint8Array(bytes)]);
const drawn =
  (size: number, isSmaller = false): DrawLogo =>
  async (_original, _edge, mime) => ({ bytes: new Blob([new Uint8Array(size)], { type: mime }), isSmaller });
const reasonOf = (bytes: Blob, draw: DrawLogo = drawn(10)) =>
  prepareLogo(bytes, draw).then(
    () => null,
    (error: { data: { reason: string } }) => error.data.reason,
  );

test('a small PNG or JPEG is kept byte for byte, a WebP becomes a PNG that documents can carry', async () => {
  const png = await prepareLogo(file(PNG), drawn(10));
  expect([png.mime, png.extension, png.bytes.size]).toEqual(['image/png', 'png', PNG.length]);
  expect((await prepareLogo(file(JPEG), drawn(10))).extension).toBe('jpg');
  const webp = await prepareLogo(file([...text('RIFF'), 1, 2, 3, 4, ...text('WEBPVP8 ')]), drawn(10));
  expect([webp.mime, webp.bytes.size]).toEqual(['image/png', 10]);
});

test('a large one is scaled down, and again if it is still too heavy', async () => {
  expect((await prepareLogo(file(PNG), drawn(500, true))).bytes.size).toBe(500);
  const edges: number[] = [];
  const heavyFirst: DrawLogo = async (_original, edge, mime) => {
    edges.push(edge);
    return { bytes: new Blob([new Uint8Array(edge > 600 ? LOGO_MAX_BYTES + 1 : 9)], { type: mime }), isSmaller: true };
  };
  expect((await prepareLogo(file(PNG), heavyFirst)).bytes.size).toBe(9);
  expect(edges).toEqual([1200, 600]);
  expect(await reasonOf(file(PNG), drawn(LOGO_MAX_BYTES + 1, true))).toBe('tooHeavy');
});

test('an SVG, a PDF, what can’t be decoded and what is far too large are refused, each with its reason', async () => {
  const cannotDecode: DrawLogo = () => Promise.reject(new Error('InvalidStateError'));
  expect(await reasonOf(file(text('<svg onload="alert(1)"></svg>')))).toBe('svg');
  expect(await reasonOf(file(text('%PDF-1.7')))).toBe('type');
  expect(await reasonOf(file([]))).toBe('type');
  expect(await reasonOf(file(PNG), cannotDecode)).toBe('undecoded');
  expect(await reasonOf(new Blob([new Uint8Array(20 * 1024 * 1024 + 1)]))).toBe('tooLarge');
});
