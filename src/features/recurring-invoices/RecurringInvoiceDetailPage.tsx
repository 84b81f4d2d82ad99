import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useCustomers } from '#data/customers/use-customers.ts';
import { useRecurringInvoiceCommands } from '#data/recurring-invoices/use-recurring-invoice-commands.ts';
import { useGeneratedInvoices, useRecurringInvoice } from '#data/recurring-invoices/use-recurring-invoices.ts';
import { can } from '#domain/access/access.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import { invoiceRule } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import { recurringInvoiceTitle } from '#domain/recurring-invoices/recurring-invoice-title.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { DocumentItems } from '#widgets/document/DocumentItems.tsx';
import { TotalsBox } from '#widgets/document/TotalsBox.tsx';
import { InvoiceStatusBadge } from '#widgets/InvoiceStatusBadge.tsx';
import { RecordHistory } from '#widgets/RecordHistory.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { GeneratedRows } from '#widgets/recurring/GeneratedRows.tsx';
import { NextDates } from '#widgets/recurring/NextDates.tsx';
import classes from '#widgets/recurring/RecurringDetail.module.css';
import { RecurringMark } from '#widgets/recurring/RecurringMark.tsx';
import { GenerationErrorNotice, RequestedNotice } from '#widgets/recurring/RequestedNotice.tsx';
import { useScheduleWords } from '#widgets/recurring/use-schedule-words.ts';
import { SyncBadge } from '#widgets/SyncBadge.tsx';
import { Facts } from './Facts.tsx';
import { RecurringInvoiceActions } from './RecurringInvoiceActions.tsx';

const LIST = '/finance/recurring-invoices';
const PAGE = 12;

export function RecurringInvoiceDetailPage() {
  const { t } = useTranslation('recurring');
  const { id = '' } = useParams();
  const { value: item, isLoading } = useRecurringInvoice(id);
  if (item && item.id === id) return <Detail key={id} item={item} />;
  if (item === undefined || isLoading) return null;
  return (
    <RecordMissing title={t('notFound.title')} text={t('notFound.textInvoice')} back={{ to: LIST, label: t('action.backInvoices') }} />
  );
}

function Detail({ item }: { item: RecurringInvoice }) {
  const { t } = useTranslation('recurring');
  const { value: customers } = useCustomers();
  const { withdraw } = useRecurringInvoiceCommands();
  const words = useScheduleWords();
  const customer = customers?.byId.get(item.customer_id);
  const title = recurringInvoiceTitle(item, customer?.name) ?? t('untitled');
  const totals = invoiceTotals(item.items, { currency: item.currency, taxMode: item.tax_mode });
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: LIST, label: t('action.backInvoices') }}
        meta={
          <>
            <RecurringMark collection="recurring_invoices" item={item} />
            <SyncBadge collection="recurring_invoices" id={item.id} />
          </>
        }
        actions={<RecurringInvoiceActions item={item} label={title} />}
      />
      {item.generate_requested !== null && (
        <RequestedNotice
          collection="recurring_invoices"
          id={item.id}
          period={item.generate_requested}
          onWithdraw={() => withdraw(item.id)}
        />
      )}
      {item.generation_error !== '' && <GenerationErrorNotice error={item.generation_error} />}
      <div className={classes.columns}>
        <div className={classes.main}>
          <Section>
            <p className={classes.amount}>
              <Money amount={totals.gross_total} currency={item.currency} isStrong />
            </p>
            <p className={classes.rhythm}>
              {words.every(item)}
              {customer && (
                <>
                  {' · '}
                  <Anchor component={Link} to={`/finance/customers/${customer.id}`}>
                    {customer.name}
                  </Anchor>
                </>
              )}
            </p>
            <Facts item={item} />
          </Section>
          <Section title={t('section.lines')} isFlush>
            <DocumentItems document={item} />
          </Section>
          {(item.notes !== '' || item.payment_terms !== '') && (
            <Section title={t('section.texts')}>
              <p className={classes.text}>{[item.notes, item.payment_terms].filter(Boolean).join('\n\n')}</p>
            </Section>
          )}
        </div>
        <div className={classes.side}>
          <Section title={t('section.next')}>
            <NextDates rule={invoiceRule(item)} isActive={item.is_active} isAutomatic={item.auto_generate} leadDays={item.lead_days} />
          </Section>
          <Generated item={item} />
          <Section title={t('section.totals')}>
            <TotalsBox totals={totals} currency={item.currency} taxMode={item.tax_mode} />
          </Section>
          {item.internal_notes !== '' && (
            <Section title={t('section.notes')}>
              <p className={classes.text}>{item.internal_notes}</p>
            </Section>
          )}
          <RecordHistory collection="recurring_invoices" id={item.id} />
        </div>
      </div>
    </>
  );
}

function Generated({ item }: { item: RecurringInvoice }) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const [limit, setLimit] = useState(PAGE);
  const { value } = useGeneratedInvoices(item.id, limit);
  if (!can(ctx.access, 'invoices.view')) return null;
  const rows = value?.rows.map((invoice) => ({
    id: invoice.id,
    to: `/finance/invoices/${invoice.id}`,
    title: invoice.number ?? t('generateAs.short'),
    period: invoice.recurring_period,
    badge: <InvoiceStatusBadge invoice={invoice} />,
    amount: invoice.gross_total,
    currency: invoice.currency,
  }));
  return (
    <Section title={t('section.generatedInvoices')} isFlush>
      <GeneratedRows
        rows={rows}
        hasMore={value?.hasMore ?? false}
        onMore={() => setLimit(limit + PAGE)}
        emptyText={t('generated.noneInvoices')}
      />
    </Section>
  );
}
