/** Reads `cmap`, formats 4 and 12 of the Unicode encodings: code point → glyph. */
export function readCharacterMap(cmap: DataView): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.getUint16(2); index++) {
    const platform = cmap.getUint16(4 + index * 8);
    if (platform !== 0 && platform !== 3) continue;
    const at = cmap.getUint32(8 + index * 8);
    const format = cmap.getUint16(at);
    if (format === 4) readSegments(cmap, at, glyphs);
    else if (format === 12) readGroups(cmap, at, glyphs);
  }
  return glyphs;
}

function readSegments(cmap: DataView, at: number, glyphs: Map<number, number>): void {
  const size = cmap.getUint16(at + 6);
  const ends = at + 14;
  const starts = ends + size + 2;
  const deltas = starts + size;
  const ranges = deltas + size;
  for (let segment = 0; segment < size; segment += 2) {
    const start = cmap.getUint16(starts + segment);
    const end = cmap.getUint16(ends + segment);
    const range = cmap.getUint16(ranges + segment);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const raw = range === 0 ? code : cmap.getUint16(ranges + segment + range + 2 * (code - start));
      const glyph = range !== 0 && raw === 0 ? 0 : (raw + cmap.getInt16(deltas + segment)) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

function readGroups(cmap: DataView, at: number, glyphs: Map<number, number>): void {
  for (let group = 0; group < cmap.getUint32(at + 12); group++) {
    const row = at + 16 + group * 12;
    const start = cmap.getUint32(row);
    const first = cmap.getUint32(row + 8);
    for (let code = start; code <= cmap.getUint32(row + 4); code++) glyphs.set(code, first + code - start);
  }
}
