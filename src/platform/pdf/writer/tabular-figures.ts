import { readCoverage, subtablesOf } from './opentype-layout.ts';

const SINGLE = 1;

/** Glyph → the glyph of one width for columns (GSUB, feature `tnum`). Empty for a font whose figures are tabular anyway. */
export function readTabularFigures(gsub: DataView | undefined): ReadonlyMap<number, number> {
  const substitutes = new Map<number, number>();
  if (!gsub) return substitutes;
  for (const { type, at } of subtablesOf(gsub, 'GSUB', 'tnum')) {
    if (type !== SINGLE) continue;
    const isDelta = gsub.getUint16(at) === 1;
    for (const [glyph, index] of readCoverage(gsub, at + gsub.getUint16(at + 2)))
      substitutes.set(glyph, isDelta ? (glyph + gsub.getInt16(at + 4)) & 0xffff : gsub.getUint16(at + 6 + index * 2));
  }
  return substitutes;
}
