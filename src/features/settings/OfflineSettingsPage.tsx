import { Button } from '@mantine/core';
import { IconRefresh, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCachedFiles, useDeviceStorage, useRecordCounts } from '#data/device-contents/use-device-contents.ts';
import { useReceiptsInDrafts } from '#data/receipts/use-draft-receipt-store.ts';
import { COLLECTION_NAMES } from '#domain/registry.ts';
import { useSyncActions, useSyncSummary, useWaitingUploads } from '#data/sync-centre/use-sync.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { InstallSection } from './InstallSection.tsx';
import classes from './Settings.module.css';

/** What is on this device, how much room it takes, and how to tidy up. */
export function OfflineSettingsPage() {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageHeader title={t('title.offline')} />
      <div className={classes.page}>
        <p className={classes.intro}>{t('offline.intro')}</p>
        <InstallSection />
        <Records />
        <ReceiptFiles />
        <Storage />
      </div>
    </>
  );
}

function Records() {
  const { t } = useTranslation('settings');
  const { t: tEntities } = useTranslation('entities');
  const format = useFormat();
  const summary = useSyncSummary();
  const counts = useRecordCounts(summary?.lastSyncedAt);
  const { downloadFreshCopy } = useSyncActions();
  const [isAsking, setAsking] = useState(false);
  const start = async () => {
    await downloadFreshCopy();
    showToast({ type: 'success', text: t('offline.freshStarted') });
  };
  return (
    <Section
      title={t('offline.data')}
      text={t('offline.dataHint')}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={summary?.state === 'offline'}
          onClick={() => setAsking(true)}
        >
          {t('offline.fresh')}
        </Button>
      }
    >
      <KeyValue
        items={[
          ...COLLECTION_NAMES.map((name) => ({
            label: tEntities(`${name}.many`),
            value: counts ? format.number(counts[name]) : '…',
            isAmount: true,
          })),
          { label: t('offline.waiting'), value: summary ? format.number(summary.waiting) : '…', isAmount: true },
          { label: t('offline.lastSync'), value: summary?.lastSyncedAt ? format.instant(summary.lastSyncedAt) : t('offline.never') },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('offline.freshTitle')}
        confirmLabel={t('offline.freshConfirm')}
        onConfirm={start}
      >
        {t('offline.freshText')}
      </ConfirmDialog>
    </Section>
  );
}

function ReceiptFiles() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { files, clear } = useCachedFiles();
  const waiting = useWaitingUploads() ?? [];
  const drafts = useReceiptsInDrafts() ?? [];
  const [isAsking, setAsking] = useState(false);
  const clearAll = async () => {
    await clear();
    showToast({ type: 'success', text: t('offline.cleared') });
  };
  const isEmpty = files?.bytes === 0;
  return (
    <Section
      title={t('offline.receipts')}
      text={t('offline.clearText')}
      actions={
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={!files || isEmpty}
          onClick={() => setAsking(true)}
        >
          {t('offline.clear')}
        </Button>
      }
    >
      <p className={classes.line}>
        {files &&
          (isEmpty ? t('offline.noReceipts') : `${t('offline.receiptsCached', { count: files.count })} · ${format.bytes(files.bytes)}`)}
      </p>
      <OnlyHere text="offline.receiptsWaiting" of={waiting.filter(({ state }) => state !== 'refused').map(asOnlyHere)} />
      <OnlyHere text="offline.receiptsAsked" of={waiting.filter(({ state }) => state === 'refused').map(asOnlyHere)} />
      <OnlyHere text="offline.receiptsInDrafts" of={drafts} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('offline.clearTitle')}
        confirmLabel={t('offline.clearConfirm')}
        onConfirm={clearAll}
      >
        {t('offline.clearText')}
      </ConfirmDialog>
    </Section>
  );
}

type OnlyHereItem = { readonly count: number; readonly bytes: number; readonly since: string };
const asOnlyHere = ({ size, queued_at }: { size: number; queued_at: string }): OnlyHereItem => ({
  count: 1,
  bytes: size,
  since: queued_at,
});

/** How many files that the server does not have, how large, and how old the oldest is. */
function OnlyHere({
  text,
  of,
}: {
  text: 'offline.receiptsWaiting' | 'offline.receiptsAsked' | 'offline.receiptsInDrafts';
  of: readonly OnlyHereItem[];
}) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  if (of.length === 0) return null;
  const count = of.reduce((sum, item) => sum + item.count, 0);
  const bytes = of.reduce((sum, item) => sum + item.bytes, 0);
  const oldest = of.reduce((first, { since }) => (since < first ? since : first), of[0]?.since ?? '');
  return (
    <p className={classes.line}>
      {t(text, { count })} · {format.bytes(bytes)} · {t('offline.oldest', { when: format.instant(oldest) })} ·{' '}
      <Link to="/sync">{t('offline.openSync')}</Link>
    </p>
  );
}

function Storage() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { storage, persist } = useDeviceStorage(null);
  const protect = useCommand(persist);
  const ask = async () => {
    const isGranted = await protect.run();
    showToast(isGranted ? { type: 'success', text: t('offline.persistGranted') } : { type: 'warning', text: t('offline.persistRefused') });
  };
  const estimate = storage?.estimate;
  return (
    <Section title={t('offline.storage')}>
      <KeyValue
        items={[
          {
            label: t('offline.used'),
            value: estimate
              ? t('offline.usedOf', { used: format.bytes(estimate.usedBytes), quota: format.bytes(estimate.quotaBytes) })
              : t('offline.unknown'),
          },
          {
            label: t('offline.persisted'),
            value: storage && (
              <StatusBadge tone={storage.isPersisted ? 'green' : 'amber'}>
                {t(storage.isPersisted ? 'offline.persistedYes' : 'offline.persistedNo')}
              </StatusBadge>
            ),
          },
        ]}
      />
      {storage && <p className={classes.hint}>{t(storage.isPersisted ? 'offline.persistedYesText' : 'offline.persistedNoText')}</p>}
      {storage && !storage.isPersisted && (
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          onClick={() => void ask()}
          loading={protect.isRunning}
        >
          {t('offline.persist')}
        </Button>
      )}
    </Section>
  );
}
