import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { invoiceSettingsOf, withInvoiceSettings } from '#domain/companies/invoice-defaults.ts';
import { documentFormat } from './document-format.ts';
import { letterheadOf } from './seller-letterhead.ts';

type Sign = 'prefix' | 'suffix';
const settingsWith = (position: Sign | null, before: Sign = 'suffix') =>
  z.parse(companySettingsSchema, { currency_sign: { position }, invoice_defaults: { items: { currency_position: before } } });
const signs = (position: Sign | null, before?: Sign) =>
  (['en', 'de'] as const).map(
    (language) => letterheadOf({ logo_path: null, settings: settingsWith(position, before) }, language).currency_position,
  );

test('the sign of the currency stands where the company chose, else where the language of the document has it', () => {
  expect([signs(null), signs('suffix'), signs('prefix')]).toEqual([
    ['prefix', 'suffix'],
    ['suffix', 'suffix'],
    ['prefix', 'prefix'],
  ]);
  // What an app of before chose counts as long as nothing newer was chosen; what companies begin with was chosen by nobody.
  expect([signs(null, 'prefix'), signs('suffix', 'prefix')]).toEqual([
    ['prefix', 'prefix'],
    ['suffix', 'suffix'],
  ]);
});

test('an English document says ¥148,500 and a German one 148.500 ¥', () => {
  const [en, de] = (['en', 'de'] as const).map((language) => {
    const { currency_position } = letterheadOf({ logo_path: null, settings: settingsWith(null) }, language);
    return documentFormat({ language, currency: 'JPY', currency_position }).money(148_500);
  });
  expect([en, de]).toEqual(['¥148,500', '148.500\u00a0¥']);
});

test('the form shows what counts, and what it saves counts in apps of before too, as far as they know it', () => {
  const form = (settings: ReturnType<typeof settingsWith>) => invoiceSettingsOf({ settings }).currency_sign.position;
  expect([form(settingsWith(null)), form(settingsWith(null, 'prefix')), form(settingsWith('suffix', 'prefix'))]).toEqual([
    null,
    'prefix',
    'suffix',
  ]);
  const saved = (position: Sign | null, settings = settingsWith(null, 'prefix')) => {
    const next = withInvoiceSettings({ settings }, { ...invoiceSettingsOf({ settings }), currency_sign: { position } }).settings;
    return [next.currency_sign.position, next.invoice_defaults.items.currency_position];
  };
  expect([saved(null), saved('suffix'), saved('prefix')]).toEqual([
    [null, 'suffix'],
    ['suffix', 'suffix'],
    ['prefix', 'prefix'],
  ]);
});
