import { ActionIcon, Loader } from '@mantine/core';
import { IconFileCode, IconFileTypePdf, IconPhotoOff, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ReceiptPreview.module.css';

type Props = {
  name: string;
  mimeType: string;
  /** Address of the bytes; null while it is being made. */
  url: string | null;
  /** The bytes are neither here nor reachable. */
  isUnavailable?: boolean;
  /** One word below the picture: size, upload state. */
  note?: ReactNode;
  onOpen?: () => void;
  onRemove?: () => void;
};

/** A receipt as a tile: the picture, or a sign for a PDF and for an e-invoice. */
export function ReceiptPreview({ name, mimeType, url, isUnavailable = false, note, onOpen, onRemove }: Props) {
  const { t } = useTranslation('expenses');
  return (
    <div className={classes.tile}>
      <button type="button" className={classes.open} onClick={onOpen} disabled={!onOpen} aria-label={t('receipt.open', { name })}>
        <Picture mimeType={mimeType} url={url} isUnavailable={isUnavailable} />
      </button>
      <div className={classes.caption}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        {note && <span className={classes.note}>{note}</span>}
      </div>
      {onRemove && (
        <ActionIcon
          className={classes.remove}
          variant="default"
          radius="xl"
          size="md"
          aria-label={t('receipt.remove', { name })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function Picture({ mimeType, url, isUnavailable }: Pick<Props, 'mimeType' | 'url'> & { isUnavailable: boolean }) {
  if (mimeType === 'application/pdf') return <IconFileTypePdf size={40} stroke={1.25} aria-hidden />;
  if (mimeType === 'application/xml') return <IconFileCode size={40} stroke={1.25} aria-hidden />;
  if (isUnavailable) return <IconPhotoOff size={32} stroke={1.25} aria-hidden />;
  return url ? <img className={classes.image} src={url} alt="" /> : <Loader size="sm" />;
}
