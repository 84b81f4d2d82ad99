import { Button } from '@mantine/core';
import { IconHistory, IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityCommands, useActivityFeed } from '#data/activity/use-activity-feed.ts';
import { EVERY_ACTIVITY, isActivityNarrowed } from '#domain/activity/activity-filter.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { SavedFilters } from '#widgets/SavedFilters.tsx';
import { ActivityEntries } from './ActivityEntries.tsx';
import { ActivityFilterBar } from './ActivityFilterBar.tsx';
import classes from './ActivityPage.module.css';
import { useActivityFilter } from './use-activity-filter.ts';

/** What happened in the company, as the server has written it down; live. */
export function ActivityPage() {
  const { t } = useTranslation('activity');
  const [filter, setFilter] = useActivityFilter();
  const { list, loadMore, reload } = useActivityFeed(filter);
  const { addNote } = useActivityCommands();
  const [isNoting, setNoting] = useState(false);
  const isEmpty = list.entries.length === 0 && !list.isLoading && list.error === null;
  const clear = isActivityNarrowed(filter) && (
    <Button variant="default" onClick={() => setFilter(EVERY_ACTIVITY)}>
      {t('filter.clear')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <SavedFilters />
            <Button variant="default" leftSection={<IconMessagePlus size={18} aria-hidden />} onClick={() => setNoting(true)}>
              {t('note.add')}
            </Button>
          </>
        }
      />
      <ActivityFilterBar filter={filter} onChange={setFilter} />
      {list.error !== null && (
        <FormError>
          {list.error}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void reload()}>
            {t('retry')}
          </Button>
        </FormError>
      )}
      {list.origin === 'device' && list.page > 0 && (
        <p className={classes.origin} role="status">
          {t('onDevice', { count: list.entries.length })}
        </p>
      )}
      {list.entries.length === 0 && list.isLoading && <RowSkeleton label={t('title')} rows={6} />}
      {isEmpty && (
        <EmptyState
          icon={<IconHistory size={26} />}
          title={t(clear ? 'empty.filteredTitle' : 'empty.title')}
          text={t(clear ? 'empty.filteredText' : 'empty.text')}
          action={clear}
        />
      )}
      <ActivityEntries entries={list.entries} />
      {list.hasMore && list.entries.length > 0 && (
        <div className={classes.more}>
          <Button variant="default" loading={list.isLoading} onClick={() => void loadMore()}>
            {t('more')}
          </Button>
        </div>
      )}
      {isNoting && (
        <ReasonDialog
          title={t('note.title')}
          label={t('note.label')}
          placeholder={t('note.placeholder')}
          hint={t('note.hint')}
          confirmLabel={t('note.save')}
          onClose={() => setNoting(false)}
          onConfirm={async (text) => void (await addNote(text))}
        />
      )}
    </>
  );
}
