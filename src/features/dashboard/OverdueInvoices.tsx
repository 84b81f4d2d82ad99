import { Anchor, Button } from '@mantine/core';
import { IconMail, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useOverdue } from '#data/invoices/use-invoices.ts';
import { can } from '#domain/access/access.ts';
import { daysBetween } from '#domain/dates/calendar.ts';
import { openOf } from '#domain/invoices/claim.ts';
import { mailRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { Money } from '#ui/Money.tsx';
import { invoicesBehind } from '#widgets/figures/list-links.ts';
import { RecordPaymentDialog } from '#widgets/RecordPaymentDialog.tsx';
import classes from './Attention.module.css';
import { WaitingList } from './WaitingList.tsx';

const SHOWN = 3;

/** The invoices that are overdue longest, to be reminded of or paid in place. */
export function OverdueInvoices({ count }: { count: number }) {
  const { t } = useTranslation('dashboard');
  const { t: tInvoices } = useTranslation('invoices');
  const { value: invoices } = useOverdue();
  const [paid, setPaid] = useState<Invoice | null>(null);
  return (
    <>
      <WaitingList
        title={t('waiting.overdue')}
        more={Math.max(0, count - (invoices?.length ?? SHOWN))}
        to={invoicesBehind({ state: 'overdue', sort: 'oldest' })}
        reading={invoices ? 0 : Math.min(count, SHOWN)}
      >
        {invoices?.map((invoice) => (
          <Row key={invoice.id} invoice={invoice} onPay={() => setPaid(invoice)} />
        ))}
        {paid && <RecordPaymentDialog invoice={paid} onClose={() => setPaid(null)} />}
      </WaitingList>
      <Anchor component={Link} to="/finance/reminders" size="sm" className={classes.more}>
        {tInvoices('remindersDue')}
      </Anchor>
    </>
  );
}

function Row({ invoice, onPay }: { invoice: Invoice; onPay: () => void }) {
  const { t } = useTranslation('dashboard');
  const { t: tInvoices } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { value: customers } = useDirectory('customers');
  const { id, currency, delivery } = invoice;
  const number = invoice.number ?? '';
  const customer = invoice.buyer?.name ?? (invoice.customer_id === null ? undefined : customers?.byId.get(invoice.customer_id)?.name);
  const late = invoice.due_date === null ? 0 : daysBetween(invoice.due_date, ctx.today());
  return (
    <li className={classes.waiting}>
      <Link to={`/finance/invoices/${id}`} className={classes.record}>
        <span className={classes.name}>{customer ?? number}</span>
        <span className={classes.facts}>
          {customer !== undefined && `${number} · `}
          {t('waiting.late', { count: late })}
        </span>
      </Link>
      <span className={classes.money}>
        <Money amount={openOf(invoice)} currency={currency} />
      </span>
      <span className={classes.acts}>
        {mailRefusal(invoice, ctx.access) === null && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
            component={Link}
            to={`/finance/invoices/${id}?ask=send`}
            aria-label={t(delivery === 'sent' ? 'waiting.remindOne' : 'waiting.sendOne', { number })}
          >
            {t(delivery === 'sent' ? 'waiting.remind' : 'waiting.send')}
          </Button>
        )}
        {can(ctx.access, 'payments.create') && (
          <Button
            size="compact-md"
            variant="light"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={t('waiting.payOne', { number })}
            onClick={onPay}
          >
            {tInvoices('action.recordPayment')}
          </Button>
        )}
      </span>
    </li>
  );
}
