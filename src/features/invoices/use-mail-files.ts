import { attachmentOf } from '#data/mail/waiting-mails.ts';
import type { MailAttachment } from '#data/device/device-database.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { useMakeFile } from '#widgets/document/use-document-file.ts';
import type { WantedEInvoice } from './use-e-invoice.ts';
import { useMakeEInvoice } from './use-make-e-invoice.ts';

type Parts = {
  readonly printable: PrintableDocument;
  /** The document as a file, where it was made already. */
  readonly made?: File | null;
  /** The form in which the customer wants it as data; it goes along where nothing is missing for that. */
  readonly wanted: WantedEInvoice | null;
  /** The payment slip, delivery notes. */
  readonly more?: readonly PrintableDocument[];
};

/** Makes what goes with the mail of a document, in the worker: its pages, the data beside or in them, and what else is wanted. Rejects with `offline` while fonts are missing. */
export function useMailFiles(): (parts: Parts) => Promise<MailAttachment[]> {
  const makeFile = useMakeFile();
  const makeEInvoice = useMakeEInvoice();
  return async ({ printable, made, wanted, more = [] }) => {
    const plain = made ?? (await makeFile(printable));
    const format = wanted?.problems.length === 0 ? wanted.format : null;
    const data = wanted && format && (await makeEInvoice({ kind: 'e_invoice', format, invoice: wanted.eInvoice, document: printable }));
    const pages = data && format === 'zugferd' ? new File([data.bytes], plain.name) : plain;
    const attachments = [await attachmentOf('document', pages)];
    if (data && format !== 'zugferd') attachments.push(await attachmentOf('data', new File([data.bytes], plain.name)));
    for (const each of more) attachments.push(await attachmentOf('more', await makeFile(each)));
    return attachments;
  };
}
