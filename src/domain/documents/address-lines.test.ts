import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

const address = { street: 'Hafenstraße', house_number: '12', postal_code: '20457', city: 'Hamburg', country: 'DE' };

test('at home the country is not named', () => {
  expect(addressLines(address, { language: 'de', home: 'DE' })).toEqual(['Hafenstraße 12', '20457 Hamburg']);
});

test('abroad it is, in the language of the document', () => {
  expect(addressLines(address, { language: 'en', home: 'GB' }).at(-1)).toBe('Germany');
  expect(addressLines(address, { language: 'de', home: 'GB' }).at(-1)).toBe('Deutschland');
});

test('in Britain the number comes first and the code last', () => {
  const london = { street: 'Baker Street', house_number: '221b', postal_code: 'NW1 6XE', city: 'London', country: 'GB' };
  expect(addressLines(london, { language: 'en', home: 'GB' })).toEqual(['221b Baker Street', 'London', 'NW1 6XE']);
});

test('what is not known leaves no empty line', () => {
  expect(addressLines({ ...address, street: '', house_number: '', postal_code: '' }, { language: 'de', home: 'DE' })).toEqual(['Hamburg']);
});
