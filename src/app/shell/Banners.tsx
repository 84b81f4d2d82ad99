import { IconCloudOff, IconDatabaseOff, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#data/account-settings/use-account.ts';
import { type StorageHealth, storageHealth$ } from '#data/device/storage-health.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { useSyncSummary } from '#data/sync-centre/use-sync.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Banner } from './Banner.tsx';
import { useSyncNotice } from './use-sync-notice.ts';
import { useUpdate } from './use-update.ts';

/** Hardly ever needed, so neither it nor its words are loaded before. */
const LedgerBanner = lazyPart(async () => (await import('./LedgerBanner.tsx')).LedgerBanner);

/** What concerns the whole app right now: no connection, an ended sign-in, a new version. */
export function Banners() {
  const { t } = useTranslation('navigation');
  const summary = useSyncSummary();
  const update = useUpdate();
  const mutedNotices = useAccount()?.mutedNotices ?? [];
  useSyncNotice(summary);
  const [isOfflineHidden, setOfflineHidden] = useState(false);
  const isOffline = summary?.state === 'offline';
  if (!isOffline && isOfflineHidden) setOfflineHidden(false);
  return (
    <>
      <StorageBanner />
      {summary?.ledgerAlarm && <LedgerBanner alarm={summary.ledgerAlarm} />}
      {summary?.state === 'paused' && summary.reason === 'signed_out' && <Banner tone="warning">{t('expired.banner')}</Banner>}
      {isOffline && !isOfflineHidden && (
        <Banner
          tone="calm"
          icon={<IconCloudOff size={18} aria-hidden />}
          action={{ label: t('offline.dismiss'), run: () => setOfflineHidden(true) }}
        >
          {t('offline.banner')}
        </Banner>
      )}
      {update.phase === 'ready' && !mutedNotices.includes('updates') && (
        <Banner tone="info" icon={<IconDownload size={18} aria-hidden />} action={{ label: t('update.apply'), run: update.apply }}>
          {t('update.ready')}
        </Banner>
      )}
      {(update.phase === 'held_back' || update.phase === 'applying') && (
        <Banner tone="info" icon={<IconDownload size={18} aria-hidden />}>
          {t('update.heldBack')}
        </Banner>
      )}
    </>
  );
}

type Trouble = Exclude<StorageHealth['state'], 'ok'>;

/** The device's storage is in trouble: said where the work is, until it is over. */
function StorageBanner() {
  const { t } = useTranslation('errors');
  const { t: tCommon } = useTranslation();
  const { value } = useObservable(() => storageHealth$, []);
  const state: Trouble | undefined = value && value.state !== 'ok' ? value.state : undefined;
  if (!state) return null;
  return (
    <Banner
      tone="warning"
      icon={<IconDatabaseOff size={18} aria-hidden />}
      {...(state === 'full' ? {} : { action: { label: tCommon('action.reload'), run: () => location.reload() } })}
    >
      <strong>{t(`storage.${state}Title`)}</strong> {t(`storage.${state}Text`)}
    </Banner>
  );
}
