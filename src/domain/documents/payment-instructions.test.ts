import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import de from '#locales/de/company.json';
import en from '#locales/en/company.json';
import { paymentInstructions, presetInstructions } from './payment-instructions.ts';

test('what a company wrote is printed word for word in every language, nothing for nothing', () => {
  const own = 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.\nDanke!';
  expect(paymentInstructions(`\n${own} `, { language: 'en', due_days: 30 })).toBe(own);
  expect(paymentInstructions(' \n', { language: 'de', due_days: 14 })).toBe('');
});

test.each([
  ['de', 30, 'Bitte überweisen Sie den Betrag innerhalb von 30 Tagen.'],
  ['de', 1, 'Bitte überweisen Sie den Betrag innerhalb von einem Tag.'],
  ['de', 0, 'Bitte überweisen Sie den Betrag sofort.'],
  ['en', 14, 'Please transfer the amount within 14 days.'],
  ['en', 1, 'Please transfer the amount within one day.'],
  ['en', 0, 'Please transfer the amount at once.'],
] as const)('the product’s own sentence follows the document: %s, %i days', (language, due_days, expected) => {
  for (const preset of [presetInstructions('de'), presetInstructions('en')])
    expect(paymentInstructions(preset, { language, due_days })).toBe(expected);
});

test('a new company starts with the sentence that counts as the product’s', () => {
  expect(z.parse(companySettingsSchema, {}).company_details.bank.instructions).toBe(presetInstructions('de'));
  expect([en.create.preset.instructions, de.create.preset.instructions]).toEqual([presetInstructions('en'), presetInstructions('de')]);
});
