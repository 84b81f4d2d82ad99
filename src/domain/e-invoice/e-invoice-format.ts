/** How a customer receives invoices: nothing but paper, our PDF with the data inside (ZUGFeRD), or the data alone as German authorities want it. */
export const E_INVOICE_FORMATS = ['zugferd', 'xrechnung_ubl', 'xrechnung_cii'] as const;
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number];
