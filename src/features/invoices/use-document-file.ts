import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { log } from '#platform/log/log.ts';

export type DocumentFile = { readonly kind: 'making' } | { readonly kind: 'failed' } | { readonly kind: 'ready'; readonly file: File };

/** The document as a PDF file, made on this device; the writer is loaded with the first one. Another `attempt` tries again. */
export function useDocumentFile(document: PrintableDocument | undefined, attempt: number): DocumentFile {
  const name = useFileName();
  const [state, setState] = useState<DocumentFile>({ kind: 'making' });
  useEffect(() => {
    if (!document) return undefined;
    let isCurrent = true;
    const make = async () => {
      setState({ kind: 'making' });
      const { renderPdf } = await import('#platform/pdf/render-pdf.ts');
      const bytes = await renderPdf(document);
      const file = new File([new Uint8Array(bytes)], name(document), { type: 'application/pdf' });
      if (isCurrent) setState({ kind: 'ready', file });
    };
    make().catch((error: unknown) => {
      log.error('document_not_made', { error });
      if (isCurrent) setState({ kind: 'failed' });
    });
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the name follows the document
  }, [document, attempt]);
  return state;
}

/** `Rechnung-INV-2026-0001.pdf`; no character that a file system refuses. */
function useFileName(): (document: PrintableDocument) => string {
  const { i18n } = useTranslation('invoices');
  return ({ kind, number, language }) => {
    const t = i18n.getFixedT(i18n.hasResourceBundle(language, 'invoices') ? language : i18n.language, 'invoices');
    return `${t(`pdf.file.${kind}`)}-${(number ?? t('pdf.file.draft')).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`;
  };
}
