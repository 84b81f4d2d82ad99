import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useExpense } from '#data/expenses/use-expenses.ts';
import { useReceiptCommands } from '#data/receipts/use-receipt-commands.ts';
import { useIssueCommands } from '#data/sync-centre/use-issues.ts';
import { isOriginal as isOriginalRow } from '#data/device/waiting-receipt.ts';
import { useSyncActions, type WaitingUpload } from '#data/sync-centre/use-sync.ts';
import { isMeteredHint } from '#platform/network/network.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { saveFiles } from '#ui/save-text-file.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useCommand } from '#ui/use-command.ts';
import { recordPath } from '#widgets/record-paths.ts';
import { useRecordWords } from '#widgets/use-record-words.ts';
import { AttachDialog } from './AttachDialog.tsx';
import { refusalReason } from './refusal-reason.ts';
import classes from './SyncCentre.module.css';
import { isOfUpload, type UploadQuestion } from './upload-question.ts';

const TONES = { waiting: 'gray', wifi: 'gray', uploading: 'blue', refused: 'red', gone: 'amber' } as const;

type Props = { upload: WaitingUpload; question: UploadQuestion | null };

/** One receipt that only this device has, and what a person can do about it. */
export function UploadRow({ upload, question }: Props) {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const isOriginal = isOriginalRow(upload.id);
  const waitsForLine = question === null && isOriginal && upload.state === 'waiting' && upload.is_hurried !== true && isMeteredHint();
  const state = waitsForLine ? 'wifi' : (question?.kind ?? (upload.state === 'refused' ? 'waiting' : upload.state));
  return (
    <li className={classes.row}>
      <span className={classes.rowText}>
        <span className={classes.rowTitle}>{isOriginal ? t('receipts.original', { name: upload.name }) : upload.name}</span>{' '}
        <span className={classes.muted}>
          {format.bytes(upload.size)} · {t('since', { when: format.instant(upload.queued_at) })}
          {upload.expense_id !== null && <OfExpense id={upload.expense_id} />}
        </span>
        {question && <Reason question={question} />}
        {waitsForLine && <span className={classes.reason}>{t('receipts.wifiText')}</span>}
      </span>
      <StatusBadge tone={TONES[state]}>{t(`receipts.${state}`)}</StatusBadge>
      {question && <Answers upload={upload} question={question} />}
      {waitsForLine && <SendNow id={upload.id} />}
    </li>
  );
}

function SendNow({ id }: { id: string }) {
  const { t } = useTranslation('sync');
  const { sendOriginalNow } = useReceiptCommands();
  const { syncNow } = useSyncActions();
  const send = useCommand(async () => {
    await sendOriginalNow(id);
    syncNow();
  });
  return (
    <span className={classes.buttons}>
      <Button size="compact-sm" variant="default" onClick={() => void send.run()} loading={send.isRunning}>
        {t('receipts.sendNow')}
      </Button>
    </span>
  );
}

/** Nothing where the expense is gone. */
function OfExpense({ id }: { id: string }) {
  const { t } = useTranslation('sync');
  const words = useRecordWords();
  const { value: expense } = useExpense(id);
  const path = expense && recordPath('expenses', id);
  if (!path) return null;
  return (
    <>
      {' · '}
      <Link to={path}>{t('receipts.of', { label: words.label('expenses', expense) })}</Link>
    </>
  );
}

function Reason({ question: { issue, reason } }: { question: UploadQuestion }) {
  const { t } = useTranslation('sync');
  const text =
    reason === null
      ? t(`reason.${refusalReason(issue)}`, { details: issue.details ?? '', message: issue.message ?? '' })
      : t(`receipts.reason.${reason}`);
  return <span className={classes.reason}>{text}</span>;
}

function Answers({ upload, question }: { upload: WaitingUpload; question: UploadQuestion }) {
  const { t } = useTranslation('sync');
  const { retryUpload, discardUpload, waitingBytes } = useReceiptCommands();
  const { retryIssue } = useIssueCommands();
  const retry = useCommand(() => (isOfUpload(question.issue) ? retryUpload(upload.id) : retryIssue(question.issue)));
  const copy = useCommand(async () => {
    const bytes = await waitingBytes(upload.id);
    if (bytes) await saveFiles([{ name: upload.name, bytes }]);
  });
  const [isAttaching, setAttaching] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <span className={classes.buttons}>
      {question.kind === 'gone' ? (
        <Button size="compact-sm" variant="default" onClick={() => setAttaching(true)}>
          {t('receipts.attach')}
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => void retry.run()} loading={retry.isRunning}>
          {t('receipts.retry')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => void copy.run()} loading={copy.isRunning}>
        {t('receipts.download')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setLeaving(true)}>
        {t('receipts.remove')}
      </Button>
      {isAttaching && <AttachDialog upload={upload} onClose={() => setAttaching(false)} />}
      <ConfirmDialog
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('receipts.removeTitle', { name: upload.name })}
        confirmLabel={t('receipts.removeConfirm')}
        onConfirm={() => discardUpload(upload.id)}
        isDangerous
      >
        {t(isOriginalRow(upload.id) ? 'receipts.removeOriginalText' : 'receipts.removeText')}
      </ConfirmDialog>
    </span>
  );
}
