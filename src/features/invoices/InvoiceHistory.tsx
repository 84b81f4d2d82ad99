import { useTranslation } from 'react-i18next';
import { useHistoryOf } from '#data/activity/use-history.ts';
import { useCompany } from '#data/core/company-context.tsx';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { InstantText } from '#ui/InstantText.tsx';
import { Section } from '#ui/Section.tsx';
import { useMemberName } from '#widgets/MemberName.tsx';
import { deletedPayment, HISTORY_VERBS } from './history-words.ts';
import classes from './InvoiceDetailPage.module.css';

/** Who did what and when, as the server has written it down. */
export function InvoiceHistory({ invoiceId }: { invoiceId: string }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { value: entries } = useHistoryOf('invoices', invoiceId);
  const sentence = useSentence();
  if (!entries) return null;
  return (
    <Section title={t('history.title')}>
      {entries.length === 0 ? (
        <p className={classes.none}>{t('history.empty')}</p>
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

function useSentence(): (entry: ActivityEntry) => string {
  const { t, i18n } = useTranslation('invoices');
  const nameOf = useMemberName();
  const format = useFormat();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (entry) => {
    const name = nameOf(entry.actor_id);
    const verb = HISTORY_VERBS.find((each) => each === entry.type);
    if (verb) return t(`history.${verb}`, { name });
    const payment = deletedPayment(entry);
    if (payment)
      return t('history.payment_deleted', { name, amount: format.money(payment.amount, payment.currency), reason: payment.reason });
    if (entry.type !== 'updated') return t('history.other', { name, type: entry.type });
    const known = Object.keys(entry.changes).filter((field) => i18n.exists(`invoices:field.${field}`));
    const fields = known.map((field) => t(`field.${field}` as 'field.notes'));
    return t('history.updated', { name, fields: fields.length > 0 ? list.format(fields) : t('history.something') });
  };
}
