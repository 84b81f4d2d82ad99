import * as z from 'zod/mini';
import { isCurrency } from '#domain/money/currency-codes.ts';

/** Field builders shared by the entities, so that one rule (lengths, formats, message keys) has one home. Messages are keys of `locales/<lng>/errors.json`. */

export const uuid = () => z.uuid('invalidId');
/** An instant in ISO 8601 with an offset, e.g. `2026-01-31T09:00:00Z`. */
export const instant = () => z.iso.datetime({ offset: true, error: 'invalidInstant' }).check(z.maxLength(40));
/** A calendar day `YYYY-MM-DD` in the company's timezone; what is before 1900 is a slip of the keys. */
export const calendarDate = () =>
  z.iso.date('invalidDate').check(
    z.maxLength(10),
    z.refine((day) => day >= '1900-01-01', 'invalidDate'),
  );
/** Required one-line text, trimmed. */
export const name = (max = 200) => z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(max, 'tooLong'));
/** Optional text, trimmed; empty means "not given" and is stored as an empty string, never as null. */
export const text = (max = 200) => z.string().check(z.trim(), z.maxLength(max, 'tooLong'));
export const optionalEmail = () => z.union([z.literal(''), z.email('invalidEmail').check(z.maxLength(320, 'tooLong'))], 'invalidEmail');
/** ISO 3166-1 alpha-2, or empty. */
export const countryCode = () => z.string().check(z.regex(/^([A-Z]{2})?$/, 'invalidCountry'), z.maxLength(2));
/** ISO 4217, see {@link isCurrency}. */
export const currencyCode = () =>
  z.string().check(z.regex(/^[A-Z]{3}$/, 'invalidCurrency'), z.refine(isCurrency, 'invalidCurrency'), z.maxLength(3));
/** Largest amount a document may carry; with four decimals it still fits a double exactly. */
export const AMOUNT_MAX = 9_999_999_999;
/** Money in major units as a JSON number; at most four decimals. Arithmetic only in `domain/money`. */
export const amount = () =>
  z.number('invalidAmount').check(z.minimum(-AMOUNT_MAX, 'amountTooLarge'), z.maximum(AMOUNT_MAX, 'amountTooLarge'));
/** Percent, 0–100, at most three decimals. */
export const percent = () => z.number('invalidPercent').check(z.minimum(0, 'invalidPercent'), z.maximum(100, 'invalidPercent'));
export const address = {
  street: text(),
  house_number: text(20),
  postal_code: text(20),
  city: text(),
  country: countryCode(),
};
