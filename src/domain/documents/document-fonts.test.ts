import { expect, test } from 'vitest';
import { fontFamilyOf } from './document-fonts.ts';

test.each(['Times New Roman', 'Georgia', 'serif', 'Literata', 'Source Serif'])('%s is set in the serif', (font) => {
  expect(fontFamilyOf(font)).toBe('serif');
});

test.each(['Helvetica', '', 'Inter', 'sans-serif', 'Sans Serif', 'Arial'])('%j is set in the sans', (font) => {
  expect(fontFamilyOf(font)).toBe('sans');
});
