import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openImage } from './image.ts';
import { readPng } from './png.ts';

const chunk = (type: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // The reader relies on the deflate checksum, not on the chunk's.
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};
type Picture = { width: number; height: number; depth: number; color: number; isInterlaced?: boolean; rows: number[][]; extra?: Buffer[] };
function png({ width, height, depth, color, isInterlaced = false, rows, extra = [] }: Picture): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, isInterlaced ? 1 : 0], 8);
  const data = deflateSync(Buffer.from(rows.flat()));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      ...extra,
      chunk('IDAT', data),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

describe('PNG', () => {
  test('true colour with alpha keeps its opacity apart', async () => {
    const pixels = await readPng(png({ width: 2, height: 1, depth: 8, color: 6, rows: [[0, 255, 0, 0, 128, 0, 0, 255, 255]] }));
    expect([...pixels.rgb]).toEqual([255, 0, 0, 0, 0, 255]);
    expect([...(pixels.alpha ?? [])]).toEqual([128, 255]);
  });

  test('an opaque image has no mask', async () => {
    const pixels = await readPng(png({ width: 1, height: 1, depth: 8, color: 2, rows: [[0, 1, 2, 3]] }));
    expect([[...pixels.rgb], pixels.alpha]).toEqual([[1, 2, 3], null]);
  });

  test('the five row filters are undone', async () => {
    const rows = [
      [0, 10, 20, 30],
      [1, 10, 10, 10],
      [2, 1, 1, 1],
      [3, 5, 5, 5],
      [4, 1, 1, 1],
    ];
    const { rgb } = await readPng(png({ width: 3, height: 5, depth: 8, color: 0, rows }));
    const gray = [...rgb].filter((_, index) => index % 3 === 0);
    expect(gray).toEqual([10, 20, 30, 10, 20, 30, 11, 21, 31, 10, 20, 30, 11, 21, 31]);
  });

  test('a palette of two bits with transparent entries is resolved', async () => {
    const extra = [chunk('PLTE', Buffer.from([255, 255, 255, 9, 8, 7])), chunk('tRNS', Buffer.from([0]))];
    const pixels = await readPng(png({ width: 3, height: 1, depth: 2, color: 3, rows: [[0, 0b01_00_01_00]], extra }));
    expect([...pixels.rgb]).toEqual([9, 8, 7, 255, 255, 255, 9, 8, 7]);
    expect([...(pixels.alpha ?? [])]).toEqual([255, 0, 255]);
  });

  test('sixteen and one bit become eight', async () => {
    const deep = await readPng(png({ width: 1, height: 1, depth: 16, color: 4, rows: [[0, 200, 17, 255, 255]] }));
    const flat = await readPng(png({ width: 2, height: 1, depth: 1, color: 0, rows: [[0, 0b1000_0000]] }));
    expect([[...deep.rgb], [...flat.rgb]]).toEqual([
      [200, 200, 200],
      [255, 255, 255, 0, 0, 0],
    ]);
  });

  test('an interlaced image comes out in order', async () => {
    // 2 × 2: pass 1 holds (0,0), pass 6 (1,0), pass 7 the second row.
    const rows = [
      [0, 1],
      [0, 2],
      [0, 3, 4],
    ];
    const { rgb } = await readPng(png({ width: 2, height: 2, depth: 8, color: 0, isInterlaced: true, rows }));
    expect([...rgb].filter((_, index) => index % 3 === 0)).toEqual([1, 2, 3, 4]);
  });
});

describe('images', () => {
  const jpeg = (channels: number) =>
    new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8, 0, 40, 0, 80, channels, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

  test('a JPEG is embedded as it is, with its size read', async () => {
    expect(await openImage(jpeg(3))).toMatchObject({ kind: 'jpeg', width: 80, height: 40, isGray: false });
  });

  test.each([
    ['a CMYK JPEG', jpeg(4)],
    ['a cut-off PNG', png({ width: 9, height: 9, depth: 8, color: 2, rows: [[0, 1]] })],
    ['a picture of absurd size', png({ width: 100_000, height: 100_000, depth: 8, color: 2, rows: [[0]] })],
    ['an SVG', new TextEncoder().encode('<svg/>')],
    ['nothing', new Uint8Array()],
  ])('%s is refused by name, not drawn wrongly', async (_case, bytes) => {
    await expect(openImage(bytes)).rejects.toMatchObject({ name: 'AppError', code: 'file_type_refused' });
  });
});
