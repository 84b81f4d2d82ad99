import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Customer } from '#domain/customers/customer.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { Section } from '#ui/Section.tsx';
import classes from './EInvoiceDialog.module.css';
import { EInvoiceProblems } from './EInvoiceProblems.tsx';
import { useWantedEInvoice } from './use-e-invoice.ts';

type Props = { invoice: Invoice; customer: Customer | null };

/** What a draft still misses as the e-invoice that its customer wants. */
export function EInvoiceReadiness({ invoice, customer }: Props) {
  const { t } = useTranslation('eInvoice');
  const wanted = useWantedEInvoice(invoice, customer);
  if (!wanted) return null;
  const name = t(`format.${wanted.format}`);
  return (
    <Section title={t('wanted', { name })}>
      {wanted.problems.length > 0 ? (
        <EInvoiceProblems problems={wanted.problems} invoice={invoice} />
      ) : (
        <p className={classes.ready}>
          <IconCircleCheck size={16} aria-hidden /> {t('ready')}
        </p>
      )}
    </Section>
  );
}
