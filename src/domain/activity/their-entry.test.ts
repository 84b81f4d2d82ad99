import { expect, test } from 'vitest';
import { theirEntry } from './their-entry.ts';

const entry = (who: string, changes: Record<string, [unknown, unknown]>, more: object = {}) => ({
  who,
  type: 'updated',
  origin: 'trigger' as const,
  changes,
  ...more,
});
const who = (kind: string, fields: string[], entries: ReturnType<typeof entry>[]) => theirEntry({ kind, fields }, entries)?.who;

test('who made the other value of a field is not who changed the record last', () => {
  const entries = [entry('me', { notes: ['', 'x'] }), entry('ada', { name: ['A', 'B'] }), entry('bob', { name: ['', 'A'] })];
  expect(who('conflict', ['name'], entries)).toBe('ada');
  expect(who('conflict', ['email'], entries)).toBeUndefined();
  expect(who('conflict', ['email', 'notes'], entries)).toBe('me');
});

test('a leaf of the settings is found in what an entry names of it, and the other way round', () => {
  const entries = [entry('ada', { 'settings.tax.vat_id': ['', 'x'] }), entry('bob', { items: ['…', '…'] })];
  expect(who('conflict', ['settings.tax'], entries)).toBe('ada');
  expect(who('conflict', ['settings.tax.vat_identity'], entries)).toBeUndefined();
  expect(who('conflict', ['items.1'], entries)).toBe('bob');
});

test('what a person wrote into the history themselves is no change', () => {
  expect(who('conflict', ['name'], [entry('me', { name: ['', 'x'] }, { origin: 'client' }), entry('ada', { name: ['', 'y'] })])).toBe(
    'ada',
  );
});

test('of a deletion it is who deleted, of an edit the last who edited; a refusal has no other person', () => {
  const entries = [entry('ada', {}, { type: 'deleted' }), entry('bob', { name: ['', 'x'] }), entry('eve', {}, { type: 'created' })];
  expect(who('deleted_there', [], entries)).toBe('ada');
  expect(who('edited_there', [], entries.slice(1))).toBe('bob');
  expect(who('edited_there', [], entries.slice(2))).toBeUndefined();
  expect(who('rejected', ['name'], entries)).toBeUndefined();
});
