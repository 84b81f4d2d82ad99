import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapText } from './wrap-text.ts';

const measure = (text: string) => text.length;

describe('wrapped text', () => {
  test('lines break between words and at the text’s own breaks', () => {
    expect(wrapText('Konzeption und Umsetzung\nzweite Zeile', 14, measure)).toEqual(['Konzeption und', 'Umsetzung', 'zweite Zeile']);
  });

  test('a word longer than the line is cut', () => {
    expect(wrapText('Donaudampfschifffahrt', 8, measure)).toEqual(['Donaudam', 'pfschiff', 'fahrt']);
  });

  test('where it can, a long word is cut at its own hyphen', () => {
    expect(wrapText('4711-Öffentlichkeit', 15, measure)).toEqual(['4711-', 'Öffentlichkeit']);
  });

  test('a no-break space holds', () => {
    expect(wrapText('INV-1 vom\u00a012.03.2026', 14, measure)).toEqual(['INV-1', 'vom\u00a012.03.2026']);
  });

  test('nothing is lost and no line is too wide', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        const lines = wrapText(text, width, measure);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        expect(Math.max(0, ...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
      }),
    );
  });
});
