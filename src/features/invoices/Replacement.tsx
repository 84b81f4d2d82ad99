import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { isStillClaiming, replacedId, replacementId } from '#domain/invoices/replacement.ts';
import { Notice } from '#ui/Notice.tsx';
import classes from './InvoiceDetailPage.module.css';

/** What an invoice replaces, or what replaces it; nothing where it is neither. */
export function Replacement({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  const { value: replaced } = useInvoice(replacedId(invoice.id));
  const { value: replacement } = useInvoice(replacementId(invoice.id));
  if (invoice.document_type !== 'invoice') return null;
  if (replaced && isStillClaiming(replaced) && invoice.number === null)
    return (
      <Notice
        actions={
          <Button component={Link} to={`/finance/invoices/${replaced.id}`} variant="default" size="xs">
            {replaced.number}
          </Button>
        }
      >
        {t('replacement.stands', { number: replaced.number })}
      </Notice>
    );
  return (
    <>
      {replaced && !isStillClaiming(replaced) && <Related invoice={replaced} text="replaces" />}
      {replacement && invoice.status === 'cancelled' && <Related invoice={replacement} text="replacedBy" />}
    </>
  );
}

function Related({ invoice, text }: { invoice: Invoice; text: 'replaces' | 'replacedBy' }) {
  const { t } = useTranslation('invoices');
  const [before, after] = t(`replacement.${text}`, { number: '\n' }).split('\n');
  return (
    <p className={classes.lifecycle}>
      {before}
      <Anchor component={Link} to={`/finance/invoices/${invoice.id}`}>
        {invoice.number ?? t('replacement.draft')}
      </Anchor>
      {after}
    </p>
  );
}
