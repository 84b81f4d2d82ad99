import { expect, test } from 'vitest';
import { PRESETS, type PresetName } from '#domain/access/presets.ts';
import type { Access } from '#domain/access/access.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { firstSteps, homeOf } from './first-steps.ts';

const NOTHING = { hasInvoice: false, hasExpense: false, hasColleague: false };
const as = (preset: PresetName): Access => {
  const { isOwner, isAdmin, keys } = PRESETS[preset];
  return { userId: '0190d0e0-0000-7000-8000-000000000001', isOwner, isAdmin, keys: new Set(keys) };
};
const nobody: Access = { ...as('viewer'), keys: new Set() };

test.each([
  ['owner', NOTHING, 'guide'],
  ['employee', NOTHING, 'guide'],
  ['viewer', NOTHING, '/finance/dashboard'],
  ['owner', { ...NOTHING, hasExpense: true }, '/finance/dashboard'],
] as const)('%s with %o begins at %s', (preset, has, place) => {
  expect(homeOf(has, as(preset))).toBe(place);
});

test('whoever may open one area only is led there, and whoever may open nothing is told so', () => {
  expect(homeOf({ ...NOTHING, hasInvoice: true }, { ...nobody, keys: new Set(['payments.view']) })).toBe('/finance/payments');
  expect(homeOf(NOTHING, nobody)).toBe('nothing');
});

test('the guide shows only steps that the person may take', () => {
  const company = { settings: companySettingsSchema.parse({}) };
  expect(firstSteps(company, NOTHING, as('employee')).map(({ step }) => step)).toEqual(['expense']);
  expect(firstSteps(company, NOTHING, as('owner')).map(({ step }) => step)).toEqual(['invoice', 'expense', 'details', 'bank', 'team']);
});

test('a step is done when the books say so: the defaults of a new company are no address', () => {
  const settings = companySettingsSchema.parse({});
  const done = (given: typeof settings, has = NOTHING) => firstSteps({ settings: given }, has, as('owner')).filter(({ isDone }) => isDone);
  expect(done(settings)).toEqual([]);
  const { company_details: details, tax } = settings;
  const address = { ...details.address, street: 'Elbchaussee' };
  const known = {
    ...settings,
    company_details: { ...details, address, bank: { ...details.bank, iban: 'DE1' } },
    tax: { ...tax, vat_id: 'DE136695976' },
  };
  expect(done(known, { ...NOTHING, hasInvoice: true }).map(({ step }) => step)).toEqual(['invoice', 'details', 'bank']);
});
