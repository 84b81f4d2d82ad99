import { Button } from '@mantine/core';
import { IconCircleCheck, IconCloudOff, IconDeviceMobile, IconHandStop, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReceiptsInDrafts } from '#data/receipts/use-draft-receipt-store.ts';
import { useWaitingMails } from '#data/mail/use-waiting-mails.ts';
import { useIssues, useOutbox } from '#data/sync-centre/use-issues.ts';
import { useSyncActions, useSyncSummary, useWaitingUploads } from '#data/sync-centre/use-sync.ts';
import type { SyncSummary } from '#data/sync/status.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { ConnectionFacts } from './ConnectionFacts.tsx';
import { IssueCard } from './IssueCard.tsx';
import { DraftRows } from './DraftRows.tsx';
import { MailRows } from './MailRows.tsx';
import classes from './SyncCentre.module.css';
import { UploadAllAgain } from './UploadAllAgain.tsx';
import { UploadRows } from './UploadRows.tsx';
import { WaitingRows } from './WaitingRows.tsx';

/** What this device and the server still have to tell each other, and what needs a person. */
export function SyncCentrePage() {
  const { t } = useTranslation('sync');
  const { t: tMail } = useTranslation('mail');
  const summary = useSyncSummary();
  const issues = useIssues();
  const outbox = useOutbox();
  const uploads = useWaitingUploads();
  const mails = useWaitingMails();
  const drafts = useReceiptsInDrafts();
  const { syncNow } = useSyncActions();
  if (!summary || !issues || !outbox || !uploads || !mails || !drafts) return <PageHeader title={t('title')} />;
  const uploading = new Set(uploads.map(({ id }) => id));
  const asked = new Set(issues.filter(({ kind }) => kind === 'not_sent').map(({ key }) => key));
  const waiting = outbox.filter((row) => !asked.has(row.key) && (row.collection !== 'files' || !uploading.has(row.id))); // a receipt is one thing to a person
  const open = issues.filter((issue) => issue.kind === 'not_sent' || issue.collection !== 'files' || !uploading.has(issue.doc_id)); // those are asked with the receipts
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={syncNow}
            loading={summary.state === 'syncing'}
          >
            {t('now')}
          </Button>
        }
      />
      <div className={classes.page}>
        <State summary={summary} waiting={waiting.length + uploads.length + mails.filter(({ state }) => state === 'waiting').length} />
        {open.length > 0 && (
          <Section title={t('section.issues')} isFlush>
            <UploadAllAgain issues={open} />
            {open.map((issue) => (
              <IssueCard key={issue.id} issue={issue} />
            ))}
          </Section>
        )}
        {waiting.length > 0 && (
          <Section title={t('section.waiting')} isFlush>
            <WaitingRows rows={waiting} isSyncing={summary.state === 'syncing'} />
          </Section>
        )}
        {uploads.length > 0 && (
          <Section title={t('section.receipts')} isFlush>
            <UploadRows uploads={uploads} issues={issues.filter(({ kind }) => kind !== 'not_sent')} />
          </Section>
        )}
        {mails.length > 0 && (
          <Section title={tMail('queue.title')} isFlush>
            <MailRows mails={mails} />
          </Section>
        )}
        {drafts.length > 0 && (
          <Section title={t('section.drafts')} isFlush>
            <DraftRows drafts={drafts} />
          </Section>
        )}
        <ConnectionFacts summary={summary} />
      </div>
    </>
  );
}

const ICONS = {
  needsYou: IconHandStop,
  waiting: IconDeviceMobile,
  idle: IconCircleCheck,
  syncing: IconRefresh,
  offline: IconCloudOff,
  paused: IconPlayerPause,
};

function State({ summary, waiting }: { summary: SyncSummary; waiting: number }) {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const key = summary.issues > 0 ? 'needsYou' : summary.state !== 'idle' ? summary.state : waiting > 0 ? 'waiting' : 'idle';
  const Icon = ICONS[key];
  const counted = [
    summary.issues > 0 && t('state.needsYou', { count: summary.issues }),
    waiting > 0 && t('state.waiting', { count: waiting }),
  ].filter(Boolean);
  const title = key === 'needsYou' || key === 'waiting' ? counted.join(' · ') : [t(`state.${key}`), ...counted].join(' · ');
  const text =
    key === 'needsYou' || key === 'waiting'
      ? t(summary.state === 'offline' ? 'state.offlineText' : 'state.decideText')
      : t(`state.${key}Text`);
  return (
    <div className={classes.state} data-state={key} role="status">
      <Icon size={28} stroke={1.5} aria-hidden className={classes.stateIcon} />
      <div>
        <p className={classes.stateTitle}>{title}</p>
        <p className={classes.stateText}>
          {text} {summary.lastSyncedAt ? t('lastSynced', { when: format.instant(summary.lastSyncedAt) }) : t('never')}
        </p>
      </div>
    </div>
  );
}
