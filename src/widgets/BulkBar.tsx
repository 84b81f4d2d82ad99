import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './BulkBar.module.css';
import type { Bulk } from './use-bulk.ts';

/** What can be done with everything that is selected; stays in sight while there is a selection. */
export function BulkBar({ bulk, children }: { bulk: Bulk; children: ReactNode }) {
  const { t } = useTranslation();
  if (bulk.selected.size === 0) return null;
  return (
    <div className={classes.bar} data-bulk role="toolbar" aria-label={t('bulk.label')}>
      <span className={classes.count} role="status">
        {t('bulk.selected', { count: bulk.selected.size })}
      </span>
      {children}
      <CloseButton className={classes.close ?? ''} aria-label={t('bulk.clear')} onClick={bulk.clear} />
    </div>
  );
}
