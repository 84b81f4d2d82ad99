import { useTranslation } from 'react-i18next';
import classes from './RecordHistory.module.css';
import type { ActivityWords } from './use-activity-words.ts';

/** What was changed, from what to what. */
export function ActivityChanges({ changes, more }: Pick<ActivityWords, 'changes' | 'more'>) {
  const { t } = useTranslation('history');
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {changes.map(({ field, text }) => (
        <li key={`${field} ${text}`}>
          {field && <span className={classes.field}>{field}: </span>}
          {text}
        </li>
      ))}
      {more > 0 && <li>{t('more', { count: more })}</li>}
    </ul>
  );
}
