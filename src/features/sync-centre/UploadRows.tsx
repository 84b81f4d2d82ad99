import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReceiptCommands } from '#data/receipts/use-receipt-commands.ts';
import type { SyncIssue } from '#data/device/issue.ts';
import type { WaitingUpload } from '#data/sync/use-sync.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useCommand } from '#ui/use-command.ts';
import classes from './SyncCentre.module.css';

const TONES = { waiting: 'gray', uploading: 'blue', refused: 'red' } as const;
const REASONS = ['not_allowed', 'file_too_large', 'file_type_refused'] as const;

/** Receipt files whose bytes only this device has. */
export function UploadRows({ uploads, issues }: { uploads: readonly WaitingUpload[]; issues: readonly SyncIssue[] }) {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const { retryUpload, discardUpload } = useReceiptCommands();
  const retry = useCommand(retryUpload);
  const [leaving, setLeaving] = useState<WaitingUpload | null>(null);
  const reasonOf = (upload: WaitingUpload) => {
    const details = issues.find((issue) => issue.id.endsWith(':upload') && issue.doc_id === upload.id)?.details;
    return t(`receipts.reason.${REASONS.find((reason) => reason === details) ?? 'unknown'}`);
  };
  return (
    <>
      <ul className={classes.rows}>
        {uploads.map((upload) => (
          <li key={upload.id} className={classes.row}>
            <span className={classes.rowText}>
              <span className={classes.rowTitle}>{upload.name}</span>{' '}
              <span className={classes.muted}>
                {format.bytes(upload.size)} · {t('since', { when: format.instant(upload.queued_at) })}
              </span>
              {upload.state === 'refused' && <span className={classes.muted}> {reasonOf(upload)}</span>}
            </span>
            <StatusBadge tone={TONES[upload.state]}>{t(`receipts.${upload.state}`)}</StatusBadge>
            {upload.state === 'refused' && (
              <span className={classes.buttons}>
                <Button size="compact-sm" variant="default" onClick={() => void retry.run(upload.id)} loading={retry.isRunning}>
                  {t('receipts.retry')}
                </Button>
                <Button size="compact-sm" variant="subtle" color="red" onClick={() => setLeaving(upload)}>
                  {t('receipts.remove')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('receipts.removeTitle', { name: leaving?.name })}
        confirmLabel={t('receipts.removeConfirm')}
        onConfirm={async () => {
          if (leaving) await discardUpload(leaving.id);
        }}
        isDangerous
      >
        {t('receipts.removeText')}
      </ConfirmDialog>
    </>
  );
}
