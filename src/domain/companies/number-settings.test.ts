import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySettingsSchema } from './company-settings.ts';
import { invoiceSettingsOf, invoiceSettingsSchemaOf } from './invoice-defaults.ts';

const settings = z.parse(companySettingsSchema, { numbers: { leases: false, cancellations: 'ST-{number}', corrections: '' } });
const said = (generated_number_format: string, number_prefix = '') => {
  const values = { ...invoiceSettingsOf({ settings }), generated_number_format, number_prefix };
  return invoiceSettingsSchemaOf(settings)
    .safeParse(values)
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
};

test('the invoices get no pattern whose numbers another series gives', () => {
  expect(said('R-{year}-{number}')).toBeUndefined();
  expect(said('ST-{number}')).toEqual(['generated_number_format seriesTwice']);
  expect(said('{prefix}-{number}', 'ST')).toEqual(['generated_number_format seriesTwice']);
  expect(said('ST-{year}')).toEqual(['generated_number_format numberMissing']);
});
