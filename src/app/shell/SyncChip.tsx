import { IconAlertCircle, IconCircleCheck, IconCloudOff, IconDeviceMobile, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SyncSummary } from '#data/sync/status.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { type ChipState, chipState } from './chip-state.ts';
import classes from './SyncChip.module.css';

const icons = {
  needYou: IconAlertCircle,
  loading: IconRefresh,
  offlineWaiting: IconCloudOff,
  offline: IconCloudOff,
  paused: IconPlayerPause,
  waiting: IconDeviceMobile,
  syncing: IconRefresh,
  allSynced: IconCircleCheck,
} as const;

/** Count and age of what this device and the server have to tell each other; leads to the sync centre. */
export function SyncChip({ summary }: { summary: SyncSummary }) {
  const { t } = useTranslation('navigation');
  const state = chipState(summary);
  const text = useChipText(state);
  const Icon = icons[state.key];
  const count = 'count' in state && state.key !== 'loading' ? state.count : undefined;
  return (
    <Link to="/sync" className={classes.chip} data-state={state.key} aria-label={t('chip.label', { state: text })}>
      <Icon size={17} aria-hidden className={classes.icon} />
      <span className={classes.text}>{text}</span>
      {count !== undefined && (
        <span className={classes.count} aria-hidden>
          {count}
        </span>
      )}
    </Link>
  );
}

function useChipText(state: ChipState): string {
  const { t } = useTranslation('navigation');
  const format = useFormat();
  switch (state.key) {
    case 'allSynced':
      return state.at ? t('chip.allSyncedAt', { time: format.time(state.at) }) : t('chip.allSynced');
    case 'needYou':
    case 'waiting':
    case 'offlineWaiting':
    case 'loading':
      return t(`chip.${state.key}`, { count: state.count });
    case 'offline':
    case 'paused':
    case 'syncing':
      return t(`chip.${state.key}`);
  }
}
