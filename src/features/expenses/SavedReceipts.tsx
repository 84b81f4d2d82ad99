import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useReceiptsOf } from '#data/files/use-receipts.ts';
import { useReceiptCommands } from '#data/receipts/use-receipt-commands.ts';
import { useReceiptState } from '#data/receipts/use-receipt-state.ts';
import { useReceiptThumbnail } from '#data/receipts/use-receipt-url.ts';
import { can } from '#domain/access/access.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { ReceiptPreview } from '#widgets/ReceiptPreview.tsx';
import { EvidenceMark } from './ReceiptEvidence.tsx';
import { ReceiptsFailed } from './ReceiptsFailed.tsx';
import { ReceiptViewer } from './ReceiptViewer.tsx';

type Props = { expenseId: string; isEditable?: boolean };

/** The receipts an expense has, as tiles; opened in a viewer. */
export function SavedReceipts({ expenseId, isEditable = false }: Props) {
  const { value: files = [], error, retry } = useReceiptsOf(expenseId);
  const [openId, setOpenId] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<StoredFile | null>(null);
  const { removeReceipt } = useReceiptCommands();
  const { t } = useTranslation('expenses');
  return (
    <>
      {error !== undefined && <ReceiptsFailed error={error} onRetry={retry} />}
      {files.map((file) => (
        <Tile key={file.id} file={file} onOpen={() => setOpenId(file.id)} onRemove={isEditable ? () => setLeaving(file) : null} />
      ))}
      <ReceiptViewer files={files} openId={openId} onOpen={setOpenId} onClose={() => setOpenId(null)} />
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('receipt.removeTitle', { name: leaving?.name })}
        confirmLabel={t('receipt.removeConfirm')}
        onConfirm={async () => {
          if (leaving) await removeReceipt(leaving.id);
        }}
        isDangerous
      >
        {t('receipt.removeText')}
      </ConfirmDialog>
    </>
  );
}

type TileProps = { file: StoredFile; onOpen: () => void; onRemove: (() => void) | null };

function Tile({ file, onOpen, onRemove }: TileProps) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const format = useFormat();
  const state = useReceiptState(file.id);
  const thumbnail = useReceiptThumbnail(file);
  const isMine = file.created_by === ctx.userId && can(ctx.access, 'files.upload');
  const isRemovable = onRemove !== null && (isMine || can(ctx.access, 'files.delete'));
  const where = state && state !== 'uploaded' ? t(`receipt.state.${state}`) : format.bytes(file.size);
  return (
    <ReceiptPreview
      name={file.name}
      mimeType={file.mime_type}
      url={thumbnail.kind === 'ready' ? thumbnail.url : null}
      isUnavailable={thumbnail.kind === 'unavailable'}
      note={
        <>
          {file.confidential ? `${t('receipt.confidential')} · ${where}` : where}
          <EvidenceMark file={file} />
        </>
      }
      onOpen={onOpen}
      {...(isRemovable ? { onRemove } : {})}
    />
  );
}
