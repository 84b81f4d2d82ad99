import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { sellerOf } from '#domain/invoices/party-snapshots.ts';
import type { Company } from './company.ts';
import { companyDetailsOf, companyDetailsSchema } from './company-details.ts';
import { companySettingsSchema } from './company-settings.ts';

const companyOf = (address: object): Company =>
  ({ name: 'Nordlicht', bank_accounts: [], settings: z.parse(companySettingsSchema, { company_details: { address } }) }) as never;

test('the place of the default address is nobody’s word: no form begins with it and no document says it', () => {
  const nobody = { street: '', house_number: '', postal_code: '', city: '', country: 'DE' };
  expect(companyDetailsOf(companyOf({})).address).toEqual(nobody);
  expect(sellerOf(companyOf({}), 'de')).toMatchObject(nobody);
});

test('an address that was entered is that, in Berlin too', () => {
  const entered = { street: 'Torstraße', house_number: '1', postal_code: '10115', city: 'Berlin', country: 'DE' };
  expect(companyDetailsOf(companyOf(entered)).address).toEqual(entered);
  expect(sellerOf(companyOf(entered), 'de')).toMatchObject(entered);
});

test('whoever enters a street says the place, too; a company without an address may have anything else', () => {
  const details = companyDetailsOf(companyOf({}));
  const problems = (address: object) =>
    z
      .safeParse(companyDetailsSchema, { ...details, address: { ...details.address, ...address } })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
  expect(problems({})).toEqual([]);
  expect(problems({ street: 'Torstraße' })).toEqual([
    ['address.postal_code', 'required'],
    ['address.city', 'required'],
  ]);
  expect(problems({ street: 'Torstraße', city: 'Berlin' })).toEqual([['address.postal_code', 'required']]);
  expect(problems({ street: 'Torstraße', city: 'Berlin', postal_code: '10115' })).toEqual([]);
});
