import { countrySpecs } from 'ibantools';
import { expect, test } from 'vitest';
import { groupedIban, isBic, isIban } from './iban.ts';

/** A number of that length with the right check digits. */
function ibanOf(country: string, length: number): string {
  const account = '0'.repeat(length - 4);
  const digits = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

test('the length of an IBAN is that of its country, for every country of the registry', () => {
  const lengths = Object.entries(countrySpecs).flatMap(([country, { chars }]) => (chars ? [[country, chars] as const] : []));
  expect(lengths.length).toBeGreaterThan(100);
  const wrong = lengths.filter(
    ([country, length]) => !isIban(ibanOf(country, length)) || isIban(ibanOf(country, length + 1)) || isIban(ibanOf(country, length - 1)),
  );
  expect(wrong).toEqual([]);
});

test('a digit that is off, a country without IBANs and an account number are no IBANs', () => {
  expect(isIban('de89 3704 0044 0532 0130 00')).toBe(true);
  expect(isIban('DE88 3704 0044 0532 0130 00')).toBe(false);
  expect(isIban(ibanOf('US', 22))).toBe(false);
  expect(isIban('0532013000')).toBe(false);
  expect(groupedIban('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
});

test('a BIC has eight or eleven characters with a country in the middle', () => {
  expect([isBic('COBADEFF'), isBic('cobadeffxxx'), isBic('COBADEF'), isBic('COBA12FF')]).toEqual([true, true, false, false]);
});
