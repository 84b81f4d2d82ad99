import { expect, test } from 'vitest';
import { foldText, matchesText } from './fold-text.ts';

test('accents, umlauts, case and ß do not matter', () => {
  expect(foldText('Café MÜLLER, Weiße Straße')).toBe('cafe muller, weisse strasse');
  expect(foldText('Łódź, Tromsø')).toBe('lodz, tromso');
  expect(foldText('Øresund, Łódź, Æble')).toBe('oresund, lodz, aeble');
  expect(matchesText('Bäckerei Groß', 'backerei gross')).toBe(true);
});

test('every word has to occur, in any order', () => {
  expect(matchesText('Deutsche Bahn Leipzig', 'leipzig bahn')).toBe(true);
  expect(matchesText('Deutsche Bahn Leipzig', 'leipzig bus')).toBe(false);
});

test('an empty query matches everything', () => {
  expect(matchesText('anything', '  ')).toBe(true);
});
