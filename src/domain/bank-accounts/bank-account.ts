import * as z from 'zod/mini';
import { text, uuid } from '#domain/shared/fields.ts';

/** How many accounts a company has at most; all of them travel with its record. The server refuses more. */
export const BANK_ACCOUNTS_MAX = 50;

/** An account that customers pay into, as it is stored: without spaces, in capitals. */
export const bankAccountSchema = z.object({
  id: uuid(),
  /** The bank's name, or what tells two accounts apart; printed on documents. */
  name: text(),
  iban: z.string().check(z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'invalidIban'), z.maxLength(34)),
  bic: z.string().check(z.regex(/^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/, 'invalidBic'), z.maxLength(11)),
  /** The one that documents print. Exactly one of a company's accounts. */
  is_default: z.boolean(),
});
export type BankAccount = z.infer<typeof bankAccountSchema>;
