import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { AppError } from '#domain/errors.ts';
import { textsIn } from '#platform/i18n/i18n.ts';
import type { Language } from '#platform/i18n/languages.ts';
import { log } from '#platform/log/log.ts';
import { onNetworkChange } from '#platform/network/network.ts';

/** `fontsMissing`: they are not on this device yet; the document is made as soon as they can be had. */
export type DocumentFile = { readonly kind: 'making' | 'failed' | 'fontsMissing' } | { readonly kind: 'ready'; readonly file: File };

/** The document as a PDF file, made on this device; the writer is loaded with the first one. Another `attempt` tries again. */
export function useDocumentFile(document: PrintableDocument | undefined, attempt: number): DocumentFile {
  const makeFile = useMakeFile();
  const [state, setState] = useState<DocumentFile>({ kind: 'making' });
  const [returns, setReturns] = useState(0);
  const isMissing = state.kind === 'fontsMissing';
  useEffect(() => (isMissing ? onNetworkChange((isOnline) => isOnline && setReturns((n) => n + 1)) : undefined), [isMissing]);
  useEffect(() => {
    if (!document) return undefined;
    let isCurrent = true;
    const make = async () => {
      setState({ kind: 'making' });
      const file = await makeFile(document);
      if (isCurrent) setState({ kind: 'ready', file });
    };
    make().catch((error: unknown) => {
      const isOffline = error instanceof AppError && error.code === 'offline';
      if (!isOffline) log.error('document_not_made', { error });
      if (isCurrent) setState({ kind: isOffline ? 'fontsMissing' : 'failed' });
    });
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the name follows the document
  }, [document, attempt, returns]);
  return state;
}

/** Makes the file now, for whoever cannot wait for the hook to have it. Rejects with `offline` while the fonts are missing. */
export function useMakeFile(): (document: PrintableDocument) => Promise<File> {
  const name = useFileName();
  return async (document) => {
    const { renderPdf } = await import('#platform/pdf/render-pdf.ts');
    return new File([new Uint8Array(await renderPdf(document))], await name(document), { type: 'application/pdf' });
  };
}

/** `Rechnung-INV-2026-0001.pdf`; no character that a file system refuses. In the language of the document, whatever the app speaks. */
function useFileName(): (document: PrintableDocument) => Promise<string> {
  const { i18n } = useTranslation();
  return async ({ kind, number, language }) => {
    const t = await textsIn(language).catch(() => textsIn(i18n.language as Language)); // without a network what is here has to do
    return `${t(`invoices:pdf.file.${kind}`)}-${(number ?? t('invoices:pdf.file.draft')).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`;
  };
}
