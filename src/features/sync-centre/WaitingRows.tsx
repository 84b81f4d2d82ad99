import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OutboxRow } from '#data/changes/outbox-row.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import classes from './SyncCentre.module.css';
import { useRecordWords } from '#widgets/use-record-words.ts';

const FIRST = 20;

/** Changes that only this device has, oldest first. */
export function WaitingRows({ rows, isSyncing }: { rows: readonly OutboxRow[]; isSyncing: boolean }) {
  const { t } = useTranslation('sync');
  const { t: tEntities } = useTranslation('entities');
  const format = useFormat();
  const words = useRecordWords();
  const [limit, setLimit] = useState(FIRST);
  return (
    <ul className={classes.rows}>
      {rows.slice(0, limit).map((row) => {
        const isSending = isSyncing && row.flight !== null && row.flight.rev === row.rev;
        return (
          <li key={row.key} className={classes.row}>
            <span className={classes.rowText}>
              <span className={classes.rowTitle}>{words.label(row.collection, row.mine ?? row.base)}</span>{' '}
              <span className={classes.muted}>
                {tEntities(`${row.collection}.one`)} · {t('since', { when: format.instant(row.queued_at) })}
              </span>
            </span>
            <StatusBadge tone="gray">{t(row.op === 'delete' ? 'op.delete' : row.base === null ? 'op.insert' : 'op.upsert')}</StatusBadge>
            {isSending && <StatusBadge tone="blue">{t('badge.sending')}</StatusBadge>}
          </li>
        );
      })}
      {rows.length > limit && (
        <li className={classes.row}>
          <Button variant="subtle" size="compact-sm" onClick={() => setLimit(limit + 100)}>
            {t('more', { count: rows.length - limit })}
          </Button>
        </li>
      )}
    </ul>
  );
}
