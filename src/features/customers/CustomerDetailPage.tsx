import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useCustomerCommands } from '#data/customers/use-customer-commands.ts';
import { useCustomers } from '#data/customers/use-customers.ts';
import { can } from '#domain/access/access.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { addressText } from '#widgets/address-text.ts';
import { RecentInvoices } from '#widgets/RecentInvoices.tsx';
import { RecentExpenses } from '#widgets/RecentExpenses.tsx';
import { RecordActions } from '#widgets/RecordActions.tsx';
import { RecordHistory } from '#widgets/RecordHistory.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { SyncBadge } from '#widgets/SyncBadge.tsx';

const LIST = '/finance/customers';

export function CustomerDetailPage() {
  const { t } = useTranslation('customers');
  const { id = '' } = useParams();
  const { value: customers } = useCustomers();
  const customer = customers?.byId.get(id);
  if (customer) return <Detail customer={customer} />;
  return customers ? (
    <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={{ to: LIST, label: t('title.list') }} />
  ) : null;
}

function Detail({ customer }: { customer: Customer }) {
  const { t, i18n } = useTranslation('customers');
  const { ctx } = useCompany();
  return (
    <>
      <PageHeader
        title={customer.name}
        back={{ to: LIST, label: t('title.list') }}
        meta={
          <>
            <StatusBadge tone={customer.is_active ? 'green' : 'gray'}>
              {t(customer.is_active ? 'status.active' : 'status.inactive')}
            </StatusBadge>
            <SyncBadge collection="customers" id={customer.id} />
          </>
        }
        actions={<Actions customer={customer} />}
      />
      <Section title={t('section.contact')}>
        <KeyValue
          items={[
            customer.contact_name !== '' && { label: t('field.contact_name'), value: customer.contact_name },
            { label: t('field.email'), value: customer.email && <Anchor href={`mailto:${customer.email}`}>{customer.email}</Anchor> },
            {
              label: t('field.phone'),
              value: customer.phone && <Anchor href={`tel:${customer.phone.replace(/[^+\d]/g, '')}`}>{customer.phone}</Anchor>,
            },
            { label: t('section.address'), value: addressText(customer, i18n.language) },
            { label: t('field.vat_id'), value: customer.vat_id },
            customer.buyer_reference !== '' && { label: t('field.buyer_reference'), value: customer.buyer_reference },
            { label: t('field.language'), value: t(`language.${customer.language}`) },
            { label: t('field.currency'), value: customer.currency },
            { label: t('field.payment_terms_days'), value: t('days', { count: customer.payment_terms_days }) },
            customer.notes !== '' && { label: t('field.notes'), value: customer.notes },
          ]}
        />
      </Section>
      {can(ctx.access, 'invoices.view') && (
        <Section title={t('invoices')} isFlush>
          <RecentInvoices customerId={customer.id} />
        </Section>
      )}
      {(can(ctx.access, 'expenses.view') || can(ctx.access, 'expenses.view_own')) && (
        <Section title={t('expenses')} isFlush>
          <RecentExpenses of={{ customerId: customer.id }} emptyText={t('noExpenses')} />
        </Section>
      )}
      <RecordHistory collection="customers" id={customer.id} />
    </>
  );
}

function Actions({ customer }: { customer: Customer }) {
  const commands = useCustomerCommands();
  return <RecordActions kind="customers" record={customer} onSetActive={commands.setCustomerActive} onDelete={commands.deleteCustomer} />;
}
