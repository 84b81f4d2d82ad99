import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { awaitsNumber } from '#domain/activity/awaits-number.ts';
import { calendarDay } from '#platform/clock/clock.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ActivityChanges } from '#widgets/ActivityChanges.tsx';
import { ActivityRecord } from '#widgets/ActivityRecord.tsx';
import { recordPath } from '#widgets/record-paths.ts';
import { useActivityWords } from '#widgets/use-activity-words.ts';
import entryList from '#ui/EntryList.module.css';
import classes from './ActivityPage.module.css';

/** The entries under the day they happened on, in the company's timezone. */
export function ActivityEntries({ entries }: { entries: readonly ActivityEntry[] }) {
  const { ctx } = useCompany();
  const format = useFormat();
  const days = byDay(entries, ctx.timezone);
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={format.day(day, 'long')}>
          <h2 className={classes.day}>{format.day(day, 'long')}</h2>
          <ol className={entryList.list}>
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function byDay(entries: readonly ActivityEntry[], timezone: string): Map<string, ActivityEntry[]> {
  const days = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const day = calendarDay(new Date(entry.created_at), timezone);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { ctx } = useCompany();
  const format = useFormat();
  const words = useActivityWords()(entry);
  return (
    <li className={classes.entry}>
      <time dateTime={entry.created_at} className={classes.time}>
        {format.time(entry.created_at, ctx.timezone)}
      </time>
      <div>
        <p className={classes.subject}>
          <Subject entry={entry} />
        </p>
        <p className={classes.sentence}>{words.sentence}</p>
        <ActivityChanges {...words} />
        <ActivityRecord entry={entry} />
      </div>
    </li>
  );
}

function Subject({ entry }: { entry: ActivityEntry }) {
  const { t: tEntities } = useTranslation('entities');
  const { t: tActivity } = useTranslation('activity');
  const { entity_type: collection, entity_id: id, entity_label: label, type } = entry;
  if (type === 'note') return <span className={classes.note}>{label}</span>;
  const kind = tEntities(`${collection as CollectionName}.one`, { defaultValue: collection.replaceAll('_', ' ') });
  const name = awaitsNumber(entry) ? tActivity('unnumbered') : label;
  const path = id === null || type === 'deleted' ? null : recordPath(collection, id);
  const shown = name ? `${kind} · ${name}` : kind;
  return path ? <Link to={path}>{shown}</Link> : shown;
}
