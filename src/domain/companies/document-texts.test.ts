import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { presetInstructions } from '#domain/documents/payment-instructions.ts';
import { companySettingsSchema } from './company-settings.ts';
import {
  documentTextsOf,
  paymentTextIn,
  paymentTextsOf,
  retold,
  textsOfDocuments,
  withDocumentTexts,
  withPaymentTexts,
} from './document-texts.ts';

const settingsOf = (given: object) => z.parse(companySettingsSchema, given);
const former = settingsOf({
  company_details: { bank: { instructions: 'Auf unser Konto.' } },
  invoice_defaults: { payment_terms: 'Zahlbar netto.', invoice_note: 'Danke!', footer: { text: 'HRB 1' } },
});

test('the one text that a company had counts in every language until somebody writes another', () => {
  const one = { payment_terms: 'Zahlbar netto.', invoice_note: 'Danke!', footer_text: 'HRB 1' };
  expect([textsOfDocuments(former, 'de'), textsOfDocuments(former, 'en')]).toEqual([one, one]);
  expect([paymentTextIn(former, 'de'), paymentTextIn(former, 'en')]).toEqual(['Auf unser Konto.', 'Auf unser Konto.']);
});

test('each language has its own text, and a text of nothing is none', () => {
  const typed = { ...documentTextsOf(former), payment_terms: { de: 'Zahlbar netto.', en: 'Net.' }, footer_text: { de: 'HRB 1', en: '' } };
  const settings = withDocumentTexts(former, typed);
  expect(textsOfDocuments(settings, 'en')).toEqual({ payment_terms: 'Net.', invoice_note: 'Danke!', footer_text: '' });
  expect(textsOfDocuments(settings, 'de')).toEqual({ payment_terms: 'Zahlbar netto.', invoice_note: 'Danke!', footer_text: 'HRB 1' });
  expect(settings.document_texts.invoice_note).toEqual({ de: null, en: null });
});

test('what the product says where nobody wrote anything follows the language, and stays when the other one is written', () => {
  const fresh = settingsOf({});
  expect([textsOfDocuments(fresh, 'de').payment_terms, textsOfDocuments(fresh, 'en').payment_terms]).toEqual([
    'Zahlbar innerhalb von 14 Tagen',
    'Pay within 14 days',
  ]);
  expect(textsOfDocuments(settingsOf({ invoice_defaults: { payment_terms: 'Zahlbar bis {due_date}' } }), 'en').payment_terms).toBe(
    'Payable by {due_date}',
  );
  const texts = documentTextsOf(fresh);
  const german = withDocumentTexts(fresh, { ...texts, invoice_note: { ...texts.invoice_note, de: 'Bis bald.' } });
  expect([textsOfDocuments(german, 'de').invoice_note, textsOfDocuments(german, 'en').invoice_note]).toEqual([
    'Bis bald.',
    'Thank you for your business.',
  ]);
});

test('so does how it asks to be paid', () => {
  const fresh = { settings: settingsOf({}) };
  expect(paymentTextsOf(fresh.settings)).toEqual({ de: presetInstructions('de'), en: presetInstructions('en') });
  expect(withPaymentTexts(fresh, paymentTextsOf(fresh.settings))).toBe(fresh);
  const { settings } = withPaymentTexts(fresh, { de: presetInstructions('de'), en: 'Wire it.' });
  expect([paymentTextIn(settings, 'de'), paymentTextIn(settings, 'en')]).toEqual([presetInstructions('de'), 'Wire it.']);
});

test('a document that changes its language takes the texts along that are the company’s own, and keeps what somebody wrote', () => {
  const settings = withDocumentTexts(former, { ...documentTextsOf(former), payment_terms: { de: 'Zahlbar netto.', en: 'Net.' } });
  const change = { from: 'de', to: 'en' } as const;
  expect(retold({ notes: 'Danke!', payment_terms: 'Zahlbar netto.' }, settings, change)).toEqual({
    notes: 'Danke!',
    payment_terms: 'Net.',
  });
  expect(retold({ notes: 'Hallo', payment_terms: 'In bar' }, settings, change)).toEqual({ notes: 'Hallo', payment_terms: 'In bar' });
});
