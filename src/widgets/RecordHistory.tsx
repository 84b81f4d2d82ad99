import { useTranslation } from 'react-i18next';
import { useHistoryOf } from '#data/activity/use-history.ts';
import { useCompany } from '#data/core/company-context.tsx';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { InstantText } from '#ui/InstantText.tsx';
import { Section } from '#ui/Section.tsx';
import { useMemberName } from './MemberName.tsx';
import classes from './RecordHistory.module.css';

type Kind = 'vendors' | 'customers' | 'products';
const COLLECTION = { vendors: 'vendors', customers: 'customers', products: 'invoice_products' } as const satisfies Record<Kind, string>;

/** Who changed what of a record and when, as the server has written it down. `kind` names the texts of its fields. */
export function RecordHistory({ kind, id }: { kind: Kind; id: string }) {
  const { t } = useTranslation('history');
  const { ctx } = useCompany();
  const { value: entries } = useHistoryOf(COLLECTION[kind], id);
  const sentence = useSentence(kind);
  if (!entries) return null;
  return (
    <Section title={t('title')}>
      {entries.length === 0 ? (
        <p className={classes.none}>{t('empty')}</p>
      ) : (
        <ol className={classes.history}>
          {entries.map((entry) => (
            <li key={entry.id}>
              {sentence(entry)}
              <span className={classes.when}>
                <InstantText at={entry.created_at} timeZone={ctx.timezone} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function useSentence(kind: Kind): (entry: ActivityEntry) => string {
  const { t, i18n } = useTranslation('history');
  const nameOf = useMemberName();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (entry) => {
    const name = nameOf(entry.actor_id);
    if (entry.type === 'created' || entry.type === 'deleted') return t(entry.type, { name });
    if (entry.type !== 'updated') return t('other', { name, type: entry.type });
    const known = Object.keys(entry.changes).filter((field) => i18n.exists(`${kind}:field.${field}`));
    const fields = known.map((field) => i18n.t(`${kind}:field.${field}` as 'vendors:field.name'));
    return t('updated', { name, fields: fields.length > 0 ? list.format(fields) : t('something') });
  };
}
