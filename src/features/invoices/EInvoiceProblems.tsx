import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { EInvoicePlace, EInvoiceProblem } from '#domain/e-invoice/e-invoice-problems.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import classes from './EInvoiceDialog.module.css';

/** Each rule by its name, with the sentence of a person, and the way to the field that mends it. */
export function EInvoiceProblems({ problems, invoice }: { problems: readonly EInvoiceProblem[]; invoice: Invoice }) {
  const { t } = useTranslation('eInvoice');
  const paths: Readonly<Record<EInvoicePlace, string | null>> = {
    company: '/settings/company',
    bank_account: '/settings/bank-accounts',
    customer: invoice.customer_id === null ? null : `/finance/customers/${invoice.customer_id}/edit`,
    invoice: `/finance/invoices/${invoice.id}/edit`,
  };
  return (
    <ul className={classes.problems}>
      {problems.map(({ rule, place, field, text }) => (
        <li key={text}>
          {t(`rule.${text}`)} <span className={classes.rule}>{rule}</span>{' '}
          {invoice.number === null && paths[place] !== null && (
            <Anchor component={Link} to={`${paths[place]}?field=${field}`}>
              {t(`mend.${place}`)}
            </Anchor>
          )}
        </li>
      ))}
      {invoice.number !== null && <li className={classes.frozen}>{t('frozen')}</li>}
    </ul>
  );
}
