import { readClasses, readCoverage, subtablesOf } from './opentype-layout.ts';

/** Units of the font by which the space between two glyphs changes. */
export type Kerning = (left: number, right: number) => number;

type PairLookup = (left: number, right: number) => number | null;

const PAIRS = 2;
/** Horizontal advance is the third of the value record's flags; each flag before it takes two bytes. */
const X_ADVANCE = 4;

const bits = (flags: number): number => (flags === 0 ? 0 : (flags & 1) + bits(flags >> 1));

/** Pair kerning (GPOS, feature `kern`); without it `AV` and `To` fall apart in headlines. */
export function readKerning(gpos: DataView | undefined): Kerning {
  if (!gpos) return () => 0;
  const lookups = subtablesOf(gpos, 'GPOS', 'kern')
    .filter(({ type }) => type === PAIRS)
    .map(({ at }) => (gpos.getUint16(at) === 1 ? singlePairs(gpos, at) : classPairs(gpos, at)));
  const known = new Map<number, number>();
  return (left, right) => {
    const key = left * 65_536 + right;
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const value = lookups.reduce<number | null>((found, lookup) => found ?? lookup(left, right), null) ?? 0;
    known.set(key, value);
    return value;
  };
}

function valueReader(gpos: DataView, at: number) {
  const [first, second] = [gpos.getUint16(at + 4), gpos.getUint16(at + 6)];
  const advanceAt = 2 * bits(first & (X_ADVANCE - 1));
  const size = 2 * (bits(first) + bits(second));
  return { size, read: (value: number) => ((first & X_ADVANCE) === 0 ? 0 : gpos.getInt16(value + advanceAt)) };
}

function singlePairs(gpos: DataView, at: number): PairLookup {
  const coverage = readCoverage(gpos, at + gpos.getUint16(at + 2));
  const { size, read } = valueReader(gpos, at);
  return (left, right) => {
    const index = coverage.get(left);
    if (index === undefined) return null;
    const set = at + gpos.getUint16(at + 10 + index * 2);
    for (let pair = 0; pair < gpos.getUint16(set); pair++) {
      const row = set + 2 + pair * (2 + size);
      if (gpos.getUint16(row) === right) return read(row + 2);
    }
    return null;
  };
}

function classPairs(gpos: DataView, at: number): PairLookup {
  const coverage = readCoverage(gpos, at + gpos.getUint16(at + 2));
  const { size, read } = valueReader(gpos, at);
  const lefts = readClasses(gpos, at + gpos.getUint16(at + 8));
  const rights = readClasses(gpos, at + gpos.getUint16(at + 10));
  const columns = gpos.getUint16(at + 14);
  return (left, right) =>
    coverage.has(left) ? read(at + 16 + ((lefts.get(left) ?? 0) * columns + (rights.get(right) ?? 0)) * size) : null;
}
