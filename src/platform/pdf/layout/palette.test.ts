import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from '#domain/documents/color-contrast.ts';
import { paletteOf } from './palette.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('whatever colours a company chooses, its text can be read', () => {
  fc.assert(
    fc.property(color, color, (primary_color, accent_color) => {
      const palette = paletteOf({ primary_color, accent_color });
      for (const text of [palette.ink, palette.muted, palette.primaryText, palette.accentText])
        expect(contrast(text, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      for (const text of [palette.ink, palette.muted]) expect(contrast(text, palette.tint)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette.onPrimary, palette.primary)).toBeGreaterThanOrEqual(4);
    }),
  );
});

test('a colour that is none falls back to ink', () => {
  expect(paletteOf({ primary_color: 'red', accent_color: '' }).primary).toBe('#16181d');
});
