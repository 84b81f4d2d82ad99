import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { claimOf } from '#domain/invoices/claim.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { DateText } from '#ui/DateText.tsx';
import { Money } from '#ui/Money.tsx';
import { Section } from '#ui/Section.tsx';
import classes from './InvoiceDetailPage.module.css';

/** The corrections of an invoice, and what it still claims; nothing where there are none. */
export function InvoiceCorrections({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  const { corrections, currency } = invoice;
  if (corrections.length === 0) return null;
  return (
    <Section title={t('section.corrections')}>
      <ul className={classes.payments}>
        {corrections.map(({ id, number, issue_date, gross_total }) => (
          <li key={id} className={classes.payment}>
            <span>
              <Link to={`/finance/invoices/${id}`}>{number}</Link>
              {' · '}
              <DateText day={issue_date} />
            </span>
            <Money amount={gross_total} currency={currency} />
          </li>
        ))}
      </ul>
      <p className={classes.balance}>
        <span>{t('totals.claim')}</span>
        <Money amount={claimOf(invoice)} currency={currency} />
      </p>
    </Section>
  );
}
