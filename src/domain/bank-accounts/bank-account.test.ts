import { expect, test } from 'vitest';
import { withBankAccount, withDefaultAccount, withoutBankAccount } from './bank-account-input.ts';

const input = { name: ' Hausbank ', iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeffxxx' };
const first = withBankAccount([], 'a', input);
const both = withBankAccount(first, 'b', { ...input, name: 'Sparkasse' });

test('an account is kept without spaces and in capitals, and the first of all is the default', () => {
  expect(first).toEqual([{ id: 'a', name: 'Hausbank', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', is_default: true }]);
  expect(both.map(({ is_default }) => is_default)).toEqual([true, false]);
});

test('an edited account stays what it was: default or not', () => {
  expect(withBankAccount(both, 'a', { ...input, name: 'New' }).map(({ name, is_default }) => [name, is_default])).toEqual([
    ['New', true],
    ['Sparkasse', false],
  ]);
});

test('choosing a default ends the one before, and removing it makes the oldest the default', () => {
  const chosen = withDefaultAccount(both, 'b');
  expect(chosen.map(({ is_default }) => is_default)).toEqual([false, true]);
  expect(withoutBankAccount(chosen, 'b')).toEqual([first[0]]);
  expect(withoutBankAccount(chosen, 'a').map(({ id, is_default }) => [id, is_default])).toEqual([['b', true]]);
  expect(withoutBankAccount(first, 'a')).toEqual([]);
});
