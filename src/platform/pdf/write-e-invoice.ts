import { profileOf } from '#domain/e-invoice/e-invoice-profile.ts';
import { writeCii } from '#domain/e-invoice/write-cii.ts';
import { writeUbl } from '#domain/e-invoice/write-ubl.ts';
import type { EInvoiceOrder } from './worker-messages.ts';
import { type LoadFonts, writeDocument } from './write-document.ts';
import { utf8 } from './writer/bytes.ts';

/** The file of an e-invoice in its format: XML, or our PDF with the XML inside. */
export async function writeEInvoice({ format, invoice, document }: EInvoiceOrder, load: LoadFonts): Promise<Uint8Array<ArrayBuffer>> {
  const xml = format === 'xrechnung_ubl' ? writeUbl(invoice) : writeCii(invoice, profileOf(format));
  return format === 'zugferd' ? writeDocument(document, load, xml) : utf8(xml);
}
