import { describe, expect, test } from 'vitest';
import { type Access, can, PERMISSION_KEYS } from './access.ts';
import { PRESETS } from './presets.ts';

const holding = (...keys: string[]): Access => ({ userId: 'me', isOwner: false, isAdmin: false, keys: new Set(keys) });

describe('can', () => {
  test('an owner and an admin pass every key', () => {
    for (const key of PERMISSION_KEYS) {
      expect(can({ ...holding(), isOwner: true }, key)).toBe(true);
      expect(can({ ...holding(), isAdmin: true }, key)).toBe(true);
      expect(can(holding(), key)).toBe(false);
    }
  });

  test('every key that reaches beyond own records includes the view of its resource', () => {
    expect(can(holding('vendors.delete'), 'vendors.view')).toBe(true);
    expect(can(holding('expenses.approve'), 'expenses.view')).toBe(true);
    expect(can(holding('files.view_confidential'), 'files.view')).toBe(true);
    expect(can(holding('vendors.delete'), 'vendors.update')).toBe(false);
    expect(can(holding('vendors.delete'), 'customers.view')).toBe(false);
  });

  test.each(['expenses.create', 'expenses.view_own', 'expenses.update_own'])('%s shows own expenses and not those of others', (key) => {
    expect(can(holding(key), 'expenses.view')).toBe(false);
    expect(can(holding(key), 'expenses.view_own')).toBe(true);
  });

  test('uploading receipts does not open the receipts of others', () => {
    expect(can(holding('files.upload'), 'files.view')).toBe(false);
  });

  test('a resource is compared as a whole name', () => {
    expect(can(holding('recurring_expenses.update'), 'expenses.view')).toBe(false);
    expect(can(holding('expense_categories.manage'), 'expenses.view_own')).toBe(false);
  });
});

test('every preset holds known keys only, each once', () => {
  for (const { keys } of Object.values(PRESETS)) {
    expect(keys.filter((key) => !PERMISSION_KEYS.includes(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  }
});
