import { expect, test } from 'vitest';
import { GLYPHS, unprintableIn, unprintableOn } from '#domain/documents/printed-characters.ts';
import { printableDocument } from '#tests/support/printable-document.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { openFont } from './writer/font.ts';

// A document with a letter that the serif lacks is set in the sans.
test('what counts as printable is what our sans draws, regular and strong', async () => {
  const { regular, strong } = await loadFontFiles('sans');
  const fonts = [openFont('regular', regular), openFont('strong', strong)];
  const letters = Array.from({ length: 0xd7ff }, (_, code) => String.fromCharCode(code + 1));
  const isListed = new RegExp(`^[${GLYPHS}]$`, 'u');
  // Marks that only steer are in some fonts, and never drawn.
  const drawn = letters.filter(
    (letter) => letter.normalize('NFC') === letter && !/\p{M}|\p{Z}|\p{Cc}|\p{Cf}/u.test(letter) && fonts[0]?.covers(letter),
  );
  expect(drawn.filter((letter) => !isListed.test(letter))).toEqual([]);
  expect(letters.filter((letter) => isListed.test(letter) && !fonts.every((font) => font.covers(letter)))).toEqual([]);
});

test('blanks of any width and marks that only steer stop nothing', () => {
  expect(unprintableIn('a\tb\nc\u202fd\u2009e\u200bf\u00adg\u200eh\u2028')).toEqual([]);
});

test('of a whole document every text is looked at, its parties and lines as well', () => {
  const plain = printableDocument();
  expect(unprintableOn(plain)).toEqual([]);
  const name = (part: 'seller' | 'buyer', text: string) => ({ ...plain, [part]: { ...plain[part], name: text } });
  expect(unprintableOn(name('buyer', '山田 GmbH'))).toEqual(['山', '田']);
  expect(unprintableOn(name('seller', '田'))).toEqual(['田']);
  expect(unprintableOn({ ...plain, items: plain.items.map((item) => ({ ...item, description: '木' })) })).toEqual(['木']);
  expect(unprintableOn({ ...plain, branding: { ...plain.branding, footer_text: '水' } })).toEqual(['水']);
});
