import { Button } from '@mantine/core';
import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RECEIPT_MIME_TYPES } from '#domain/files/file.ts';
import { RECEIPT_MAX_TEXT } from './receipt-limit.ts';
import classes from './ReceiptDrop.module.css';

// HEIC is let through here, because the refusal with its reason (or the conversion) comes later; a greyed out file explains nothing.
const ACCEPTED = [...RECEIPT_MIME_TYPES, 'image/heic', 'image/heif', '.heic', '.heif', 'text/xml', '.xml'].join(',');

type Props = { onAdd: (files: File[]) => void; isBusy?: boolean };

/** Takes receipts by camera, file picker, drag and drop, or paste anywhere on the page. */
export function ReceiptDrop({ onAdd, isBusy = false }: Props) {
  const { t } = useTranslation('expenses');
  const camera = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  usePastedFiles(onAdd);

  const take = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    input.value = ''; // the same photo may be chosen again after it was removed
    if (files.length > 0) onAdd(files);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onAdd(files);
  };

  return (
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <p className={classes.drop}>{isOver ? t('receipt.dropNow') : t('receipt.drop')}</p>
      <div className={classes.buttons}>
        <Button
          className={classes.camera}
          variant="light"
          leftSection={<IconCamera size={18} aria-hidden />}
          disabled={isBusy}
          onClick={() => camera.current?.click()}
        >
          {t('receipt.camera')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPaperclip size={18} aria-hidden />}
          disabled={isBusy}
          onClick={() => picker.current?.click()}
        >
          {t('receipt.file')}
        </Button>
      </div>
      <p className={classes.types}>{t('receipt.types', { size: RECEIPT_MAX_TEXT })}</p>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('receipt.camera')}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label={t('receipt.file')}
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}

function usePastedFiles(onAdd: (files: File[]) => void): void {
  const latest = useRef(onAdd);
  useEffect(() => {
    latest.current = onAdd;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
