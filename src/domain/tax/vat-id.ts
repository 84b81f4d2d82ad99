/** Form of a VAT ID after its country's letters; `EL` is Greece, `XI` Northern Ireland. SQL knows the same (`private.is_possible_vat_id`). */
const FORMS: Readonly<Record<string, string>> = {
  AT: 'U[0-9]{8}',
  BE: '[01][0-9]{9}',
  BG: '[0-9]{9,10}',
  CY: '[0-9]{8}[A-Z]',
  CZ: '[0-9]{8,10}',
  DE: '[1-9][0-9]{8}',
  DK: '[0-9]{8}',
  EE: '[0-9]{9}',
  EL: '[0-9]{9}',
  ES: '[A-Z0-9][0-9]{7}[A-Z0-9]',
  FI: '[0-9]{8}',
  FR: '[A-HJ-NP-Z0-9]{2}[0-9]{9}',
  GB: '([0-9]{9}|[0-9]{12}|GD[0-4][0-9]{2}|HA[5-9][0-9]{2})',
  HR: '[0-9]{11}',
  HU: '[0-9]{8}',
  IE: '([0-9]{7}[A-W][A-IW]?|[0-9][A-Z+*][0-9]{5}[A-W])',
  IT: '[0-9]{11}',
  LT: '([0-9]{9}|[0-9]{12})',
  LU: '[0-9]{8}',
  LV: '[0-9]{11}',
  MT: '[0-9]{8}',
  NL: '[0-9]{9}B[0-9]{2}',
  PL: '[0-9]{10}',
  PT: '[0-9]{9}',
  RO: '[1-9][0-9]{1,9}',
  SE: '[0-9]{12}',
  SI: '[1-9][0-9]{7}',
  SK: '[1-9][0-9]{9}',
  XI: '([0-9]{9}|[0-9]{12}|GD[0-4][0-9]{2}|HA[5-9][0-9]{2})',
};

/** The check digit of a German VAT ID (ISO 7064, MOD 11,10). */
function hasGermanCheckDigit(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10;
    product = (sum === 0 ? 20 : 2 * sum) % 11;
  }
  return (11 - product) % 10 === Number(digits[8]);
}

/** Whether a VAT ID can exist: the form of its country, and in Germany the check digit. What is not known is not denied. */
export function isPossibleVatId(vatId: string): boolean {
  const bare = vatId.replaceAll(/[\s.\-/]/g, '').toUpperCase();
  const form = FORMS[bare.slice(0, 2)];
  if (form === undefined) return true;
  const rest = bare.slice(2);
  return new RegExp(`^${form}$`).test(rest) && (!bare.startsWith('DE') || hasGermanCheckDigit(rest));
}
