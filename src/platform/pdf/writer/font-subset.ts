import { bytesOf, tableOf, writeTables, type Tables } from './sfnt.ts';
import { joinedBytes, paddedTo4, view } from './bytes.ts';

/** Flags of a composite glyph's parts (OpenType, `glyf`). */
const WORDS = 1;
const SCALE = 8;
const MORE = 32;
const SCALE_XY = 64;
const MATRIX = 128;

/** The tables PDF asks of an embedded TrueType font; the hinting ones only where the font has them. */
const KEPT = ['cvt ', 'fpgm', 'hhea', 'hmtx', 'maxp', 'prep'];

type Outlines = { readonly glyf: DataView; readonly offset: (glyph: number) => number; readonly count: number };

function outlinesOf(tables: Tables): Outlines {
  const loca = tableOf(tables, 'loca');
  const isLong = tableOf(tables, 'head').getInt16(50) === 1;
  return {
    glyf: tableOf(tables, 'glyf'),
    offset: (glyph) => (isLong ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph)),
    count: tableOf(tables, 'maxp').getUint16(4),
  };
}

function partsOf({ glyf, offset }: Outlines, glyph: number): number[] {
  const at = offset(glyph);
  if (offset(glyph + 1) <= at || glyf.getInt16(at) >= 0) return [];
  const parts: number[] = [];
  for (let part = at + 10, flags = MORE; flags & MORE;) {
    flags = glyf.getUint16(part);
    parts.push(glyf.getUint16(part + 2));
    part += 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & SCALE_XY ? 4 : flags & MATRIX ? 8 : 0);
  }
  return parts;
}

/** The font with the outlines of these glyphs only. Glyph numbers stay, so texts need not be known before the end. */
export function fontSubset(tables: Tables, used: Iterable<number>): Uint8Array<ArrayBuffer> {
  const outlines = outlinesOf(tables);
  const keep = new Set([0, ...used]);
  // A set grows while it is walked: parts of parts are found too.
  for (const glyph of keep) for (const part of partsOf(outlines, glyph)) keep.add(part);
  const glyf = bytesOf(outlines.glyf);
  const loca = new Uint8Array(4 * (outlines.count + 1));
  const offsets = view(loca);
  const kept: Uint8Array[] = [];
  let length = 0;
  for (let glyph = 0; glyph <= outlines.count; glyph++) {
    offsets.setUint32(4 * glyph, length);
    if (glyph === outlines.count || !keep.has(glyph)) continue;
    const outline = paddedTo4(glyf.subarray(outlines.offset(glyph), outlines.offset(glyph + 1)));
    kept.push(outline);
    length += outline.length;
  }
  const head = bytesOf(tableOf(tables, 'head')).slice();
  view(head).setInt16(50, 1);
  const rest = KEPT.flatMap((name): [string, Uint8Array][] => {
    const table = tables.get(name);
    return table ? [[name, bytesOf(table)]] : [];
  });
  return writeTables(new Map([['glyf', joinedBytes(kept)], ['head', head], ['loca', loca], ...rest]));
}
