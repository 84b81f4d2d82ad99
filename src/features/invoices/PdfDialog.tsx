import { Button, Loader } from '@mantine/core';
import { IconDownload, IconExternalLink, IconPrinter, IconShare2 } from '@tabler/icons-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { unprintableOn } from '#domain/documents/printed-characters.ts';
import { isAwaitingPayment } from '#domain/invoices/invoice-state.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useObjectUrl } from '#widgets/use-object-url.ts';
import classes from './PdfDialog.module.css';
import { LogoMissing } from './LogoMissing.tsx';
import { useDocumentFile } from '#widgets/document/use-document-file.ts';
import { type PrintableKind, useLacksLogo, usePrintable } from './use-printable.ts';

type Props = { invoice: Invoice; kind: PrintableKind; onClose: () => void };

/** An invoice as it will be printed. */
export function PdfDialog({ invoice, kind, onClose }: Props) {
  const { t } = useTranslation('invoices');
  const printable = usePrintable(invoice, kind);
  const name = `${t(`document.${printable?.kind ?? invoice.document_type}`)} ${invoice.number ?? t('draft')}`;
  const lacksLogo = useLacksLogo(invoice);
  // The payment came while the slip was open.
  const isSettled = kind === 'payment_slip' && !isAwaitingPayment(invoice);
  return <PrintedDialog printable={printable} name={name} onClose={onClose} lacksLogo={lacksLogo} isSettled={isSettled} />;
}

type PrintedProps = {
  printable: PrintableDocument | undefined;
  name: string;
  onClose: () => void;
  /** Its own logo is not on this device. */
  lacksLogo?: boolean;
  /** Nothing is left to ask for. */
  isSettled?: boolean;
};

/** A document as it will be printed, with what one does with it. */
export function PrintedDialog({ printable, name, onClose, lacksLogo = false, isSettled = false }: PrintedProps) {
  const { t } = useTranslation('invoices');
  const [attempt, setAttempt] = useState(0);
  const [isWithoutLogo, setWithoutLogo] = useState(false);
  const isWaiting = lacksLogo && !isWithoutLogo;
  const made = useDocumentFile(isWaiting || isSettled ? undefined : printable, attempt);
  const file = made.kind === 'ready' && !isWaiting && !isSettled ? made.file : null;
  const url = useObjectUrl(file);
  const frame = useRef<HTMLIFrameElement>(null);
  const isMaking = made.kind === 'making' && !isWaiting && !isSettled;
  return (
    <Dialog isOpen onClose={onClose} title={name} size="lg" footer={file && url && <FileActions file={file} url={url} frame={frame} />}>
      {isSettled && (
        <p className={classes.state} role="status">
          {t('pdf.settled')}
        </p>
      )}
      {isWaiting && !isSettled && <LogoMissing onGoOn={() => setWithoutLogo(true)} />}
      {(made.kind === 'failed' || made.kind === 'fontsMissing') && (
        <div className={classes.state} role="alert">
          <p>{t(`pdf.${made.kind}`)}</p>
          <Button variant="default" onClick={() => setAttempt(attempt + 1)}>
            {t('pdf.retry')}
          </Button>
        </div>
      )}
      {isMaking && (
        <div className={classes.state} role="status">
          <Loader size="sm" />
          <p>{t('pdf.making')}</p>
        </div>
      )}
      {file && printable && <Unprintable printable={printable} />}
      {file && url && <Pages url={url} title={t('pdf.frame', { name })} frame={frame} />}
    </Dialog>
  );
}

/** Of what was issued elsewhere, or is no invoice: those wait (`issueProblems`). */
function Unprintable({ printable }: { printable: PrintableDocument }) {
  const { t } = useTranslation('invoices');
  const characters = useMemo(() => unprintableOn(printable), [printable]);
  if (characters.length === 0) return null;
  return (
    <p className={classes.warning} role="note">
      {t('pdf.unprintable', { characters: characters.join(' ') })}
    </p>
  );
}

type PagesProps = { url: string; title: string; frame: RefObject<HTMLIFrameElement | null> };

/** The browser's own reader, where it has one inside pages; phones mostly don't. */
function Pages({ url, title, frame }: PagesProps) {
  const { t } = useTranslation('invoices');
  if (navigator.pdfViewerEnabled) return <iframe ref={frame} className={classes.frame} src={`${url}#view=FitH&navpanes=0`} title={title} />;
  return <p className={classes.state}>{t('pdf.noViewer')}</p>;
}

type ActionProps = { file: File; url: string; frame: RefObject<HTMLIFrameElement | null> };

function FileActions({ file, url, frame }: ActionProps) {
  const { t } = useTranslation('invoices');
  const isShareable = typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
  const share = () =>
    navigator.share({ files: [file], title: file.name }).catch((error: unknown) => {
      // Changing one's mind is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) showToast({ type: 'error', text: t('pdf.failed') });
    });
  const print = () => frame.current?.contentWindow?.print();
  return (
    <>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('pdf.open')}
      </Button>
      {isShareable && (
        <Button variant="default" leftSection={<IconShare2 size={16} aria-hidden />} onClick={() => void share()}>
          {t('pdf.share')}
        </Button>
      )}
      {navigator.pdfViewerEnabled && (
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
          {t('pdf.print')}
        </Button>
      )}
      <Button component="a" href={url} download={file.name} leftSection={<IconDownload size={16} aria-hidden />}>
        {t('pdf.download')}
      </Button>
    </>
  );
}
