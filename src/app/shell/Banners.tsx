import { IconCloudOff, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncSummary } from '#data/sync/status.ts';
import classes from './Banners.module.css';
import { useUpdate } from './use-update.ts';

/** What concerns the whole app right now: no connection, an ended sign-in, a new version. */
export function Banners({ summary }: { summary: SyncSummary | undefined }) {
  const { t } = useTranslation('navigation');
  const update = useUpdate();
  const [isOfflineHidden, setOfflineHidden] = useState(false);
  const isOffline = summary?.state === 'offline';
  if (!isOffline && isOfflineHidden) setOfflineHidden(false);
  return (
    <>
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
      {update.phase === 'ready' && (
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

type BannerProps = {
  tone: 'calm' | 'info' | 'warning';
  icon?: ReactNode;
  action?: { label: string; run: () => void };
  children: ReactNode;
};

function Banner({ tone, icon, action, children }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      {icon}
      <span className={classes.text}>{children}</span>
      {action && (
        <button type="button" className={classes.action} onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  );
}
