/**
 * Currencies that amounts can be in: the money of ISO 4217, without metals, funds, accounting units, test and "no currency" codes, and
 * with what was withdrawn within the ten years that papers are kept (ANG, BGN, CUC, HRK, SLL, ZWL). `private.is_currency` knows the same.
 */
export const CURRENCY_CODES: readonly string[] = (
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK ' +
  'DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF ' +
  'KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP ' +
  'PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD ' +
  'UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG ZWL'
).split(' ');

const known = new Set(CURRENCY_CODES);

/** Whether amounts can be in that currency. */
export const isCurrency = (code: string): boolean => known.has(code);

/**
 * What does not have two decimals; `private.currency_exponent` knows the same. No browser is asked: for forint, rupiah or dinar some answer by
 * ISO 4217 and some by CLDR, and an invoice must come to the same on every device and on the server.
 */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...exponentOf(
    0,
    'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER',
  ),
  ...exponentOf(3, 'BHD JOD KWD LYD OMR TND'),
};

function exponentOf(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}

/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. An unknown but well-formed code has 2; anything else throws a RangeError. */
export function currencyExponent(currency: string): number {
  if (!/^[A-Za-z]{3}$/.test(currency)) throw new RangeError(`No currency: ${currency}`);
  return EXPONENTS[currency] ?? 2;
}
