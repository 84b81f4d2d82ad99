import { expect, test } from 'vitest';
import { awaitsNumber } from './awaits-number.ts';

test.each(['invoices', 'expenses', 'delivery_notes'])('%s without a label have no number yet', (entity_type) => {
  expect(awaitsNumber({ entity_type, entity_label: '' })).toBe(true);
  expect(awaitsNumber({ entity_type, entity_label: 'X-1' })).toBe(false);
});

test.each(['files', 'companies', 'recurring_expenses', 'a kind of a later version'])('%s never wait for a number', (entity_type) => {
  expect(awaitsNumber({ entity_type, entity_label: '' })).toBe(false);
});
