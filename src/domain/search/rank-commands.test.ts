import { describe, expect, test } from 'vitest';
import { commandsFirst, hasMeaning, isOneLetterOff, rankCommands } from './rank-commands.ts';

const command = (key: string, ...phrases: string[]) => ({ key, phrases });
const keysFor = (query: string, ...commands: ReturnType<typeof command>[]) =>
  rankCommands(query, commands).map(({ command: { key } }) => key);

describe('what comes first', () => {
  test.each([
    ['whole words before beginnings', 'mail', ['exact', 'begins']],
    ['all of a phrase before a part of it', 'new invoice', ['whole', 'part']],
    ['a letter wrong before what is only inside', 'rechnunk', ['typo']],
    ['nothing where a word is in no phrase', 'mail zebra', []],
    ['nothing for nothing', '  ', []],
  ])('%s', (_, query, keys) => {
    const all = [
      command('begins', 'mailing list'),
      command('exact', 'mail'),
      command('part', 'new recurring invoice'),
      command('whole', 'new invoice'),
      command('typo', 'rechnung'),
    ];
    expect(keysFor(query, ...all)).toEqual(keys);
  });

  test('words of one phrase only: two names of a thing are not one', () => {
    expect(keysFor('rent invoice', command('a', 'rent', 'invoice'))).toEqual([]);
  });

  test('one word of a phrase answers one word of the query', () => {
    expect(keysFor('new new', command('a', 'new invoice'))).toEqual([]);
  });

  test('umlauts as they are typed without the keys for them', () => {
    const late = command('late', 'überfällig');
    expect(['überfällig', 'ueberfaellig', 'uberfallig', 'Überf'].filter((query) => keysFor(query, late).length === 0)).toEqual([]);
  });

  test('words that sentences are made with count only where a phrase has them', () => {
    expect(keysFor('show me the invoices', command('a', 'invoices'))).toEqual(['a']);
    expect(keysFor('open invoices', command('list', 'invoices'), command('unpaid', 'open invoices'))).toEqual(['unpaid', 'list']);
    expect([hasMeaning('in the'), hasMeaning('in the bank')]).toEqual([false, true]);
  });

  test.each([
    ['inside of a word', 'rechnung', 'Serienrechnung'],
    ['a word that begins with it', 'umsatzsteuererklärung', 'Umsatzsteuer'],
    ['a beginning with a letter wrong', 'synchronizi', 'Synchronisierung'],
  ])('%s is better than nothing', (_, query, phrase) => expect(keysFor(query, command('a', phrase))).toEqual(['a']));

  test('equals stay in their order', () => {
    expect(keysFor('x1', command('b', 'x1'), command('a', 'x1'))).toEqual(['b', 'a']);
  });
});

test.each([
  ['invoice', 'invoices', true],
  ['invocie', 'invoice', true],
  ['invoixe', 'invoice', true],
  ['invice', 'invoice', true],
  ['ivnocie', 'invoice', false],
  ['in', 'invoice', false],
])('%s is a letter off %s: %s', (a, b, is) => expect([isOneLetterOff(a, b), isOneLetterOff(b, a)]).toEqual([is, is]));

test('a record whose name begins so gives way only to what is nearly typed out', () => {
  expect([commandsFirst(1, true), commandsFirst(0.86, true), commandsFirst(0.86, false), commandsFirst(0.6, false)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
