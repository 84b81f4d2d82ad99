import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useReceiptUrl } from '#data/receipts/use-receipt-url.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { type Fault, lazyOr } from '#ui/lazy-part.tsx';
import { ReceiptEvidence } from './ReceiptEvidence.tsx';
import classes from './ReceiptViewer.module.css';

const EInvoiceView = lazyOr({
  load: async () => (await import('./EInvoiceView.tsx')).EInvoiceView,
  Missing: NotHere,
  Coming: Waiting,
});

type Props = { files: readonly StoredFile[]; openId: string | null; onOpen: (id: string) => void; onClose: () => void };

/** One receipt large; arrow keys lead to the next. */
export function ReceiptViewer({ files, openId, onOpen, onClose }: Props) {
  const { t } = useTranslation('expenses');
  const index = files.findIndex((file) => file.id === openId);
  const file = files[index];
  if (!file) return null;
  const go = (step: number) => {
    const next = files[index + step];
    if (next) onOpen(next.id);
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  };
  return (
    <Dialog isOpen onClose={onClose} title={file.name} size="lg">
      <div role="group" aria-label={file.name} onKeyDown={move}>
        <Page key={file.id} file={file} />
        {files.length > 1 && (
          <div className={classes.steps}>
            <ActionIcon aria-label={t('receipt.previous')} disabled={index === 0} onClick={() => go(-1)}>
              <IconChevronLeft aria-hidden />
            </ActionIcon>
            <span>
              {index + 1} / {files.length}
            </span>
            <ActionIcon aria-label={t('receipt.next')} disabled={index === files.length - 1} onClick={() => go(1)}>
              <IconChevronRight aria-hidden />
            </ActionIcon>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Page({ file }: { file: StoredFile }) {
  const { t } = useTranslation('expenses');
  const state = useReceiptUrl(file);
  if (state.kind === 'loading') return <Waiting />;
  if (state.kind === 'unavailable')
    return (
      <div className={classes.page}>
        <p>{t('receipt.unavailable')}</p>
        <ReceiptEvidence file={file} />
      </div>
    );
  const isPdf = file.mime_type === 'application/pdf';
  const isXml = file.mime_type === 'application/xml';
  return (
    <div className={classes.page}>
      {isPdf && <p>{t('receipt.pageCount')}</p>}
      {!isPdf && !isXml && <img className={classes.image} src={state.url} alt={file.name} />}
      {(isPdf || isXml) && <EInvoiceView file={file} />}
      <ReceiptEvidence file={file} />
      {/* A PDF opens in the browser's own reader: embedding one would need a frame the CSP refuses. */}
      <Button
        component="a"
        href={state.url}
        target="_blank"
        rel="noopener"
        variant={isPdf ? 'filled' : 'default'}
        {...(isPdf ? {} : { download: file.name })}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {isPdf ? t('receipt.open', { name: file.name }) : t('receipt.download')}
      </Button>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation('expenses');
  return <Loader aria-label={t('receipt.loading')} />;
}

/** The code that reads e-invoices; the file itself can be opened and saved all the same. */
function NotHere({ isBroken }: Fault) {
  const { t } = useTranslation();
  return <p role="status">{t(isBroken ? 'dialog.brokenText' : 'dialog.notHereText')}</p>;
}
