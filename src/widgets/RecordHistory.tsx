import { useTranslation } from 'react-i18next';
import { useHistoryOf } from '#data/activity/use-history.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { CollectionName } from '#domain/registry.ts';
import { InstantText } from '#ui/InstantText.tsx';
import { Section } from '#ui/Section.tsx';
import { ActivityChanges } from './ActivityChanges.tsx';
import { ActivityRecord } from './ActivityRecord.tsx';
import classes from './RecordHistory.module.css';
import { useActivityWords } from './use-activity-words.ts';

/** Who did what to a record and when, as the server has written it down. */
export function RecordHistory({ collection, id }: { collection: CollectionName; id: string }) {
  const { t } = useTranslation('history');
  const { ctx } = useCompany();
  const history = useHistoryOf(collection, id);
  const wordsOf = useActivityWords();
  if (!history) return null;
  const { entries, isPartial } = history;
  return (
    <Section title={t('title')}>
      {entries.length === 0 ? (
        <p className={classes.none}>{t(isPartial ? 'offline' : 'empty')}</p>
      ) : (
        <ol className={classes.history}>
          {entries.map((entry) => {
            const words = wordsOf(entry);
            return (
              <li key={entry.id}>
                {words.sentence}
                <ActivityChanges {...words} />
                <ActivityRecord entry={entry} />
                <span className={classes.when}>
                  <InstantText at={entry.created_at} timeZone={ctx.timezone} />
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
}
