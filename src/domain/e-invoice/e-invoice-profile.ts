import type { EInvoiceFormat } from './e-invoice-format.ts';

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
