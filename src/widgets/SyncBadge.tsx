import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCloudUpload, IconDeviceMobile, type Icon } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { CollectionName } from '#domain/registry.ts';
import { type RecordStatus, recordStatuses } from '#data/sync/status.ts';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';
import classes from './SyncBadge.module.css';

const LOOK = {
  synced: { tone: 'green', icon: IconCircleCheck },
  saved_on_device: { tone: 'gray', icon: IconDeviceMobile },
  sending: { tone: 'blue', icon: IconCloudUpload },
  needs_attention: { tone: 'amber', icon: IconAlertTriangle },
} as const satisfies Record<RecordStatus, { tone: Tone; icon: Icon }>;

type Props = { collection: CollectionName; id: string };

/** Known while it is drawn, where anybody looked before: each row of a list asks. */
export function useRecordStatus({ collection, id }: Props): RecordStatus | undefined {
  const { follow, now } = recordStatuses(useCompany().db);
  return useSyncExternalStore(follow, () => now(collection, id));
}

/** Where the latest version of a record is, in words. */
export function SyncBadge(props: Props) {
  const { t } = useTranslation('sync');
  const status = useRecordStatus(props);
  if (!status) return null;
  const { tone, icon: LookIcon } = LOOK[status];
  return (
    <StatusBadge tone={tone} icon={<LookIcon size={14} aria-hidden />} title={t(`badgeHint.${status}`)}>
      {t(`badge.${status}`)}
    </StatusBadge>
  );
}

/** The same for a list row: an icon, and nothing at all when the server has everything. */
export function SyncMark(props: Props) {
  const status = useRecordStatus(props);
  return status && status !== 'synced' ? <Mark status={status} /> : null;
}

function Mark({ status }: { status: RecordStatus }) {
  const { t } = useTranslation('sync');
  const { tone, icon: LookIcon } = LOOK[status];
  return (
    <span className={classes.mark} data-tone={tone} title={t(`badge.${status}`)}>
      <LookIcon size={16} aria-hidden />
      <VisuallyHidden>{t(`badge.${status}`)}</VisuallyHidden>
    </span>
  );
}
