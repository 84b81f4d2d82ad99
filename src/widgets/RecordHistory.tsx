import { useTranslation } from 'react-i18next';
import { useHistoryOf } from '#data/activity/use-history.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { CollectionName } from '#domain/registry.ts';
import { AfterPage } from '#ui/AfterPage.tsx';
import { InstantText } from '#ui/InstantText.tsx';
import { Section } from '#ui/Section.tsx';
import { ActivityChanges } from './ActivityChanges.tsx';
import { ActivityRecord } from './ActivityRecord.tsx';
import classes from './RecordHistory.module.css';
import { useActivityWords } from './use-activity-words.ts';

type Props = { collection: CollectionName; id: string };

/** Who did what to a record and when, as the server has written it down. The longest part of its page, and the last that anybody reads. */
export function RecordHistory(props: Props) {
  return (
    <AfterPage>
      <History {...props} />
    </AfterPage>
  );
}

function History({ collection, id }: Props) {
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
