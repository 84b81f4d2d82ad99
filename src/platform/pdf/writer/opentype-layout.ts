/** What GSUB and GPOS have in common: lookups of a feature, coverage and class tables (OpenType, chapter 2). */

/** Offsets of the lookup's subtables, with the type that really applies (extension lookups are followed). */
export type Subtable = { readonly type: number; readonly at: number };

const EXTENSION: Readonly<Record<string, number>> = { GSUB: 7, GPOS: 9 };

export function subtablesOf(table: DataView, name: 'GSUB' | 'GPOS', feature: string): Subtable[] {
  const features = table.getUint16(6);
  const lookups = table.getUint16(8);
  const wanted = new Set<number>();
  for (let index = 0; index < table.getUint16(features); index++) {
    const row = features + 2 + index * 6;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => table.getUint8(row + at)));
    if (tag !== feature) continue;
    const at = features + table.getUint16(row + 4);
    for (let entry = 0; entry < table.getUint16(at + 2); entry++) wanted.add(table.getUint16(at + 4 + entry * 2));
  }
  return [...wanted]
    .sort((a, b) => a - b)
    .flatMap((index) => subtables(table, lookups + table.getUint16(lookups + 2 + index * 2), EXTENSION[name] ?? 0));
}

function subtables(table: DataView, lookup: number, extension: number): Subtable[] {
  const type = table.getUint16(lookup);
  return Array.from({ length: table.getUint16(lookup + 4) }, (_, index) => {
    const at = lookup + table.getUint16(lookup + 6 + index * 2);
    return type === extension ? { type: table.getUint16(at + 2), at: at + table.getUint32(at + 4) } : { type, at };
  });
}

/** Glyph → its index in the coverage. */
export function readCoverage(table: DataView, at: number): ReadonlyMap<number, number> {
  const covered = new Map<number, number>();
  const count = table.getUint16(at + 2);
  for (let index = 0; index < count; index++) {
    if (table.getUint16(at) === 1) {
      covered.set(table.getUint16(at + 4 + index * 2), index);
      continue;
    }
    const row = at + 4 + index * 6;
    const start = table.getUint16(row);
    for (let glyph = start; glyph <= table.getUint16(row + 2); glyph++) covered.set(glyph, table.getUint16(row + 4) + glyph - start);
  }
  return covered;
}

/** Glyph → its class; what is not named has class 0. */
export function readClasses(table: DataView, at: number): ReadonlyMap<number, number> {
  const classes = new Map<number, number>();
  if (table.getUint16(at) === 1) {
    const start = table.getUint16(at + 2);
    for (let index = 0; index < table.getUint16(at + 4); index++) classes.set(start + index, table.getUint16(at + 6 + index * 2));
    return classes;
  }
  for (let index = 0; index < table.getUint16(at + 2); index++) {
    const row = at + 4 + index * 6;
    for (let glyph = table.getUint16(row); glyph <= table.getUint16(row + 2); glyph++) classes.set(glyph, table.getUint16(row + 4));
  }
  return classes;
}
