import { readCharacterMap } from './character-map.ts';
import { fontSubset } from './font-subset.ts';
import { readKerning } from './kerning.ts';
import { readTables, tableOf } from './sfnt.ts';
import { readTabularFigures } from './tabular-figures.ts';

export type FigureWidth = 'tabular' | 'proportional';

/** A glyph of a run and the space taken away after it, both in thousandths of the size. */
export type Glyph = { readonly id: number; readonly advance: number; readonly kern: number; readonly code: number };

/** A font as it is written on a page. `used` collects the glyphs that the file must hold. */
export type Font = {
  readonly name: string;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly box: readonly number[];
  readonly used: ReadonlyMap<number, number>;
  /** Tabular figures are never kerned: they stand in columns. */
  readonly shaped: (text: string, figures: FigureWidth) => Glyph[];
  readonly width: (text: string, size: number, figures?: FigureWidth) => number;
  readonly markUsed: (glyphs: readonly Glyph[]) => void;
  /** Whether every letter of the text has a glyph of its own. */
  readonly covers: (text: string) => boolean;
  readonly advanceOf: (glyph: number) => number;
  readonly subset: () => Uint8Array<ArrayBuffer>;
};

const QUESTION_MARK = 63;

/** Without what has no glyph of its own: control and format characters, marks that stand on no letter of the font. */
const printable = (text: string): string =>
  text
    .replace(/[\t\n\r\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .normalize('NFC')
    .replace(/\p{M}/gu, '');

/** What a file says, read once: of a thousand documents in a row each would read it again, which takes longer than drawing them. */
const read = new WeakMap<Uint8Array, ReturnType<typeof readFont>>();

/** The font of a document that is about to be drawn. The bytes of the file never change. */
export function openFont(name: string, bytes: Uint8Array): Font {
  const { tables, ...font } = read.get(bytes) ?? readFont(bytes);
  read.set(bytes, { tables, ...font });
  const used = new Map<number, number>();
  return {
    ...font,
    name,
    used,
    markUsed: (run) => {
      for (const { id, code } of run) if (!used.has(id)) used.set(id, code);
    },
    subset: () => fontSubset(tables, used.keys()),
  };
}

function readFont(bytes: Uint8Array) {
  const tables = readTables(bytes);
  const [head, hhea, hmtx] = [tableOf(tables, 'head'), tableOf(tables, 'hhea'), tableOf(tables, 'hmtx')];
  const os2 = tables.get('OS/2');
  const glyphs = readCharacterMap(tableOf(tables, 'cmap'));
  const tabular = readTabularFigures(tables.get('GSUB'));
  const kerning = readKerning(tables.get('GPOS'));
  const unitsPerEm = head.getUint16(18);
  const metrics = hhea.getUint16(34);
  const thousandths = (units: number) => Math.round((units * 1000) / unitsPerEm);
  const advanceOf = (glyph: number) => thousandths(hmtx.getUint16(4 * Math.min(glyph, metrics - 1)));

  // PDF/A forbids the glyph "not defined": an unknown letter becomes its base letter, or a question mark.
  const known = (code: number): number => {
    if (glyphs.has(code)) return code;
    const base = String.fromCodePoint(code).normalize('NFKD').codePointAt(0) ?? QUESTION_MARK;
    return glyphs.has(base) ? base : QUESTION_MARK;
  };

  const shaped: Font['shaped'] = (text, figures) => {
    const run = Array.from(printable(text), (character) => {
      const code = known(character.codePointAt(0) ?? QUESTION_MARK);
      const plain = glyphs.get(code) ?? 0;
      return { code, id: figures === 'tabular' ? (tabular.get(plain) ?? plain) : plain };
    });
    return run.map(({ code, id }, index) => {
      const next = run[index + 1];
      const kern = figures === 'tabular' || !next ? 0 : thousandths(kerning(id, next.id));
      return { id, code, advance: advanceOf(id), kern };
    });
  };

  const width: Font['width'] = (text, size, figures = 'proportional') =>
    (shaped(text, figures).reduce((sum, glyph) => sum + glyph.advance + glyph.kern, 0) * size) / 1000;
  const covers: Font['covers'] = (text) => Array.from(printable(text)).every((character) => glyphs.has(character.codePointAt(0) ?? 0));

  return {
    tables,
    ascent: thousandths(hhea.getInt16(4)),
    descent: thousandths(hhea.getInt16(6)),
    capHeight: os2 && os2.getUint16(0) >= 2 ? thousandths(os2.getInt16(88)) : 700,
    box: [36, 38, 40, 42].map((at) => thousandths(head.getInt16(at))),
    shaped,
    width,
    covers,
    advanceOf,
  };
}
