import { expect, test } from 'vitest';
import { withReadableDiscounts } from './cash-discount.ts';

const invoice = { language: 'de', issue_date: '2026-11-25', currency: 'EUR', gross: 1190 } as const;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const read = (text: string, about: Partial<Parameters<typeof withReadableDiscounts>[1]> = {}) =>
  plain(withReadableDiscounts(text, { ...invoice, ...about }));

test('a line of cash discount is said in words, with its day and what it comes to', () => {
  expect(read('#SKONTO#TAGE=14#PROZENT=2.00#')).toBe('2 % Skonto bei Zahlung innerhalb von 14 Tagen (bis 09.12.2026): 23,80 €');
  expect(read('#SKONTO#TAGE=14#PROZENT=2.00#', { language: 'en', currency_position: 'prefix' })).toBe(
    '2% cash discount if paid within 14 days (by 9 Dec 2026): €23.80',
  );
  expect(read('#SKONTO#TAGE=1#PROZENT=2.25#BASISBETRAG=100.00#')).toBe(
    '2,25 % Skonto bei Zahlung innerhalb von einem Tag (bis 26.11.2026): 2,25 €',
  );
  expect(read('#SKONTO#TAGE=0#PROZENT=3#')).toBe('3 % Skonto bei sofortiger Zahlung (bis 25.11.2026): 35,70 €');
});

test('the lines around it stay, and several are said each', () => {
  expect(read('Zahlbar in 30 Tagen.\n #SKONTO#TAGE=7#PROZENT=3.00#\n#SKONTO#TAGE=14#PROZENT=2.00#\nDanke').split('\n')).toEqual([
    'Zahlbar in 30 Tagen.',
    '3 % Skonto bei Zahlung innerhalb von 7 Tagen (bis 02.12.2026): 35,70 €',
    '2 % Skonto bei Zahlung innerhalb von 14 Tagen (bis 09.12.2026): 23,80 €',
    'Danke',
  ]);
});

test('what is not known is not said: no day of a draft, no amount of nothing, of a credit or in money nobody knows', () => {
  const said = '2 % Skonto bei Zahlung innerhalb von 14 Tagen.';
  const line = '#SKONTO#TAGE=14#PROZENT=2.00#';
  for (const about of [{ gross: null }, { gross: 0 }, { gross: -5 }, { currency: 'XXZ' }])
    expect(read(line, { issue_date: null, ...about })).toBe(said);
  expect(read(line, { issue_date: null })).toBe('2 % Skonto bei Zahlung innerhalb von 14 Tagen: 23,80 €');
});

test('what only looks like one stays as it was written', () => {
  for (const text of [
    '#SKONTO#',
    'Nr. #1',
    '#SKONTO#TAGE=x#PROZENT=2.00#',
    'a #SKONTO#TAGE=14#PROZENT=2.00#',
    '#SKONTO#TAGE=14#PROZENT=2.00# b',
  ])
    expect(read(text)).toBe(text);
});
