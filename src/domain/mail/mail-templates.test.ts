import { expect, test } from 'vitest';
import { completeTemplates, defaultTemplate, ownTemplates } from './mail-templates.ts';

test('without texts of its own a company sends the product’s, and none of them is stored', () => {
  const all = completeTemplates({});
  expect(all.de.cancellation).toEqual(defaultTemplate('cancellation', 'de'));
  expect(ownTemplates(all)).toEqual({});
});

test('only what was changed is stored, per language and kind, and comes back', () => {
  const all = completeTemplates({});
  all.de.invoice = { subject: 'Rechnung {number}', body: 'Anbei.' };
  const own = ownTemplates(all);
  expect(own).toEqual({ de: { invoice: { subject: 'Rechnung {number}', body: 'Anbei.' } } });
  expect(completeTemplates(own)).toEqual(all);
});

test('an emptied text is the product’s again', () => {
  const all = completeTemplates({ en: { invoice: { subject: ' ', body: '' } } });
  expect(all.en.invoice).toEqual(defaultTemplate('invoice', 'en'));
});
