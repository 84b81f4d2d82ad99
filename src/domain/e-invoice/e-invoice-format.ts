/** How a customer receives invoices: nothing but paper, our PDF with the data inside (ZUGFeRD), or the data alone as German authorities want it. */
export const E_INVOICE_FORMATS = ['zugferd', 'xrechnung_ubl', 'xrechnung_cii'] as const;
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number];

/** Which rules a file follows: the European standard alone, or the German usage of it. */
export type EInvoiceProfile = 'en16931' | 'xrechnung';

export const profileOf = (format: EInvoiceFormat): EInvoiceProfile => (format === 'zugferd' ? 'en16931' : 'xrechnung');

/** BT-24, by which a reader knows the rules that a file follows. */
export const SPECIFICATION: Readonly<Record<EInvoiceProfile, string>> = {
  en16931: 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
};
/** BT-23: an invoice that is sent and paid. */
export const BUSINESS_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

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
