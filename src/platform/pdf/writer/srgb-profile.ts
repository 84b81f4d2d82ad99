import { joinedBytes, latin1, paddedTo4, view } from './bytes.ts';

/** A small sRGB profile (ICC v2 matrix and curve): PDF/A wants the colours' meaning inside the file. */

const CURVE_STEPS = 256;
const HEADER_SIZE = 128;
/** Adapted to D50, as profiles store them. */
const WHITE = [0.9642, 1, 0.8249] as const;
const RED = [0.43607, 0.22249, 0.01392] as const;
const GREEN = [0.38515, 0.71687, 0.09708] as const;
const BLUE = [0.14307, 0.06061, 0.7141] as const;

const fixed = (value: number): number => Math.round(value * 65_536);

function xyz(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(20);
  bytes.set(latin1('XYZ '));
  for (const [index, value] of values.entries()) view(bytes).setInt32(8 + 4 * index, fixed(value));
  return bytes;
}

function description(name: string): Uint8Array {
  const bytes = new Uint8Array(104);
  bytes.set(latin1('desc'));
  view(bytes).setUint32(8, name.length + 1);
  bytes.set(latin1(name), 12);
  return bytes;
}

function gammaCurve(): Uint8Array {
  const bytes = new Uint8Array(12 + 2 * CURVE_STEPS);
  bytes.set(latin1('curv'));
  view(bytes).setUint32(8, CURVE_STEPS);
  for (let step = 0; step < CURVE_STEPS; step++) {
    const value = step / (CURVE_STEPS - 1);
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    view(bytes).setUint16(12 + 2 * step, Math.round(65_535 * linear));
  }
  return bytes;
}

function header(size: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_SIZE);
  const data = view(bytes);
  data.setUint32(0, size);
  data.setUint32(8, 0x02_10_00_00);
  for (const [at, text] of [
    [12, 'mntr'],
    [16, 'RGB '],
    [20, 'XYZ '],
    [36, 'acsp'],
  ] as const)
    bytes.set(latin1(text), at);
  for (const [at, value] of [
    [24, 2026],
    [26, 1],
    [28, 1],
  ] as const)
    data.setUint16(at, value);
  for (const [index, value] of WHITE.entries()) data.setInt32(68 + 4 * index, fixed(value));
  return bytes;
}

export function srgbProfile(): Uint8Array<ArrayBuffer> {
  const curve = gammaCurve();
  const tags: readonly (readonly [string, Uint8Array])[] = [
    ['desc', description('sRGB')],
    ['cprt', latin1('text\0\0\0\0CC0\0')],
    ['wtpt', xyz(WHITE)],
    ['rXYZ', xyz(RED)],
    ['gXYZ', xyz(GREEN)],
    ['bXYZ', xyz(BLUE)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const index = new Uint8Array(4 + 12 * tags.length);
  view(index).setUint32(0, tags.length);
  const offsets = new Map<Uint8Array, number>();
  let size = HEADER_SIZE + index.length;
  for (const [place, [name, data]] of tags.entries()) {
    const offset = offsets.get(data) ?? size;
    if (!offsets.has(data)) size += paddedTo4(data).length;
    offsets.set(data, offset);
    index.set(latin1(name), 4 + 12 * place);
    view(index).setUint32(8 + 12 * place, offset);
    view(index).setUint32(12 + 12 * place, data.length);
  }
  return joinedBytes([header(size), index, ...[...offsets.keys()].map(paddedTo4)]);
}
