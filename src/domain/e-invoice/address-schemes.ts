/** Kinds of electronic addresses that customers of ours have, by their codes (list EAS); any other code of that list is kept too. */
export const ADDRESS_SCHEMES = {
  EM: 'E-Mail',
  '0204': 'Leitweg-ID',
  '0088': 'GLN',
  '9930': 'DE: USt-IdNr.',
  '9914': 'AT: UID',
  '9927': 'CH: UID',
  '0009': 'FR: SIRET',
  '0190': 'NL: OIN',
  '0208': 'BE: KBO/BCE',
} as const satisfies Readonly<Record<string, string>>;
