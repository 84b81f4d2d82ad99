import { latin1 } from './bytes.ts';
import type { Font } from './font.ts';
import type { PdfObjects } from './objects.ts';
import { hex4, ref, utf16Hex } from './syntax.ts';

const MAX_ROWS = 100;

/** Six letters name a subset; they only need to differ between fonts of one file. */
const subsetTag = (index: number, glyphs: number): string =>
  [0, 1, 2, 3, 4].map((place) => String.fromCharCode(65 + ((glyphs >> (place * 2)) & 3) * 5 + place)).join('') +
  String.fromCharCode(65 + index);

/** Glyph → text, so that what is copied or read aloud is what was written. */
function toUnicode(glyphs: readonly (readonly [number, number])[]): string {
  const blocks: string[] = [];
  for (let at = 0; at < glyphs.length; at += MAX_ROWS) {
    const rows = glyphs.slice(at, at + MAX_ROWS);
    const lines = rows.map(([glyph, code]) => `<${hex4(glyph)}> <${utf16Hex(String.fromCodePoint(code))}>`);
    blocks.push(`${rows.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

/** Embeds the used part of a font; returns the object that pages refer to. */
export async function addFont(objects: PdfObjects, font: Font, index: number): Promise<number> {
  const glyphs = [...font.used].sort(([a], [b]) => a - b);
  const name = `${subsetTag(index, glyphs.length)}+${font.name}`;
  const outlines = font.subset();
  const file = await objects.addStream(`/Length1 ${outlines.length}`, outlines);
  const descriptor = objects.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${font.box.join(' ')}]/ItalicAngle 0/Ascent ${font.ascent}` +
      `/Descent ${font.descent}/CapHeight ${font.capHeight}/StemV 80/FontFile2 ${ref(file)}>>`,
  );
  const widths = glyphs.map(([glyph]) => `${glyph}[${font.advanceOf(glyph)}]`).join('');
  const cid = objects.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${ref(descriptor)}/CIDToGIDMap/Identity/DW 0/W[${widths}]>>`,
  );
  const map = await objects.addStream('', latin1(toUnicode(glyphs)));
  return objects.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${ref(cid)}]/ToUnicode ${ref(map)}>>`,
  );
}
