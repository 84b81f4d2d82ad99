import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { vendorInputSchema } from './vendor.ts';

const ibanOf = (iban: string | null) => z.safeParse(vendorInputSchema.shape.iban, iban);

test('the account of a vendor is kept without blanks, however it is typed; one that cannot be is refused', () => {
  expect(ibanOf(' de89 3704 0044 0532 0130 00').data).toBe('DE89370400440532013000');
  expect([ibanOf('').data, ibanOf(null).data]).toEqual(['', null]);
  expect(ibanOf('DE89 3704 0044 0532 0130 01').error?.issues[0]?.message).toBe('invalidIban');
});
