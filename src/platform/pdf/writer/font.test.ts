import { describe, expect, test } from 'vitest';
import { fontFiles } from '#tests/support/font-files.ts';
import { openFont } from './font.ts';
import { bytesOf, readTables, writeTables } from './sfnt.ts';

const font = () => openFont('Inter-Regular', fontFiles().regular);

describe('a font', () => {
  test('tabular figures have one width, so that amounts stand under each other', () => {
    const widths = new Set(Array.from('0123456789', (figure) => font().width(figure, 1000, 'tabular')));
    expect(widths.size).toBe(1);
    expect(new Set(Array.from('0123456789', (figure) => font().width(figure, 1000))).size).toBeGreaterThan(1);
  });

  test('columns are not kerned: a text is as wide as its parts', () => {
    const { width } = font();
    expect(width('7.111,74 €', 9, 'tabular')).toBeCloseTo(
      Array.from('7.111,74 €').reduce((sum, part) => sum + width(part, 9, 'tabular'), 0),
    );
  });

  test('prose is kerned', () => {
    const { width } = font();
    expect(width('To', 1000)).toBeLessThan(width('T', 1000) + width('o', 1000));
    expect(width('nn', 1000)).toBe(2 * width('n', 1000));
  });

  test('only the used glyphs and their parts are embedded', () => {
    const opened = font();
    opened.markUsed(opened.shaped('Äpfel 1', 'tabular'));
    const subset = opened.subset();
    expect(subset.length).toBeLessThan(fontFiles().regular.length / 4);
    const again = openFont('Subset', withCharacterMap(subset));
    expect(again.advanceOf(opened.shaped('Ä', 'tabular')[0]!.id)).toBe(opened.advanceOf(opened.shaped('Ä', 'tabular')[0]!.id));
  });

  test('a file that is no font is refused', () => {
    expect(() => openFont('Nothing', new Uint8Array(64))).toThrow(RangeError);
  });
});

/** The subset has no `cmap` (PDF needs none); an empty one makes it readable here. */
function withCharacterMap(subset: Uint8Array): Uint8Array {
  const tables = readTables(subset);
  return writeTables(
    new Map([...[...tables].map(([name, table]): [string, Uint8Array] => [name, bytesOf(table)]), ['cmap', new Uint8Array(4)]]),
  );
}
