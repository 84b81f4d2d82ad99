import { useTranslation } from 'react-i18next';
import { textsIn } from '#platform/i18n/i18n.ts';
import type { Language } from '#platform/i18n/languages.ts';
import type { EInvoiceOrder } from '#platform/pdf/worker-messages.ts';

/** Makes the file of an e-invoice on this device, in the worker. Rejects with `offline` while the fonts of a PDF are missing. */
export function useMakeEInvoice(): (order: EInvoiceOrder) => Promise<{ readonly name: string; readonly bytes: Blob }> {
  const { i18n } = useTranslation();
  return async (order) => {
    const { renderPdf } = await import('#platform/pdf/render-pdf.ts');
    const bytes = new Uint8Array(await renderPdf(order));
    const { language, kind } = order.document;
    const t = await textsIn(language).catch(() => textsIn(i18n.language as Language));
    const word = t(`eInvoice:file.${kind === 'cancellation' || kind === 'correction' ? kind : 'invoice'}`);
    const number = order.invoice.number.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
    const isPdf = order.format === 'zugferd';
    const format = { zugferd: 'ZUGFeRD', xrechnung_ubl: 'XRechnung', xrechnung_cii: 'XRechnung-CII' }[order.format];
    return {
      name: `${word}-${number}-${format}.${isPdf ? 'pdf' : 'xml'}`,
      bytes: new Blob([bytes], { type: isPdf ? 'application/pdf' : 'application/xml' }),
    };
  };
}
