import { useDirectory } from '#data/directory/use-directory.ts';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useRecurringInvoiceCommands } from '#data/recurring-invoices/use-recurring-invoice-commands.ts';
import { useGeneratedInvoices, useRecurringInvoice } from '#data/recurring-invoices/use-recurring-invoices.ts';
import { can } from '#domain/access/access.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import { invoiceRule } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import { recurringInvoiceTitle } from '#domain/recurring-invoices/recurring-invoice-title.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { Section } from '#ui/Section.tsx';
import page from '#widgets/document/DocumentPage.module.css';
import { DocumentItems } from '#widgets/document/DocumentItems.tsx';
import { TotalsBox } from '#widgets/document/TotalsBox.tsx';
import { InvoiceStatusBadge } from '#widgets/InvoiceStatusBadge.tsx';
import { GENERATED_PAGE, GeneratedRows } from '#widgets/recurring/GeneratedRows.tsx';
import { RecurringDetail } from '#widgets/recurring/RecurringDetail.tsx';
import { RecurringMissing } from '#widgets/recurring/RecurringPages.tsx';
import { RecurringInvoiceFacts } from './RecurringInvoiceFacts.tsx';
import { RecurringInvoiceActions } from './RecurringInvoiceActions.tsx';

export function RecurringInvoiceDetailPage() {
  const { id = '' } = useParams();
  const { value: item, isLoading } = useRecurringInvoice(id);
  if (item && item.id === id) return <Detail key={id} item={item} />;
  return item === undefined || isLoading ? null : <RecurringMissing kind="invoices" />;
}

function Detail({ item }: { item: RecurringInvoice }) {
  const { t } = useTranslation('recurring');
  const { value: customers } = useDirectory('customers');
  const { withdraw } = useRecurringInvoiceCommands();
  const customer = customers?.byId.get(item.customer_id);
  const title = recurringInvoiceTitle(item, customer?.name) ?? t('untitled');
  const totals = invoiceTotals(item.items, { currency: item.currency, taxMode: item.tax_mode });
  return (
    <RecurringDetail
      kind="invoices"
      item={item}
      title={title}
      amount={totals.gross_total}
      rule={invoiceRule(item)}
      actions={<RecurringInvoiceActions item={item} label={title} />}
      onWithdraw={() => withdraw(item)}
      partner={
        customer && (
          <Anchor component={Link} to={`/finance/customers/${customer.id}`}>
            {customer.name}
          </Anchor>
        )
      }
      facts={<RecurringInvoiceFacts item={item} />}
      side={
        <>
          <Generated item={item} />
          <Section title={t('section.totals')}>
            <TotalsBox document={{ ...item, ...totals }} />
          </Section>
          <Texts title={t('section.notes')} texts={[item.internal_notes]} />
        </>
      }
    >
      <Section title={t('section.lines')} isFlush>
        <DocumentItems document={item} />
      </Section>
      <Texts title={t('section.texts')} texts={[item.notes, item.payment_terms]} />
    </RecurringDetail>
  );
}

function Texts({ title, texts }: { title: string; texts: readonly string[] }) {
  const text = texts.filter(Boolean).join('\n\n');
  if (text === '') return null;
  return (
    <Section title={title}>
      <p className={page.text}>{text}</p>
    </Section>
  );
}

function Generated({ item }: { item: RecurringInvoice }) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const [limit, setLimit] = useState(GENERATED_PAGE);
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
  return <GeneratedRows kind="invoices" rows={rows} hasMore={value?.hasMore ?? false} onMore={() => setLimit(limit + GENERATED_PAGE)} />;
}
