import { useDirectory } from '#data/directory/use-directory.ts';
import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import { usePaymentsOf } from '#data/payments/use-payments.ts';
import { claimOf } from '#domain/invoices/claim.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { isOnTheWay } from '#domain/invoices/leased-issue.ts';
import { documentTexts } from '#domain/invoices/printable-invoice.ts';
import { paidTotal, paymentState } from '#domain/payments/payment-state.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { keptUntil } from '#domain/retention/retention.ts';
import { DateText } from '#ui/DateText.tsx';
import { InstantText } from '#ui/InstantText.tsx';
import { KeyValue } from '#ui/KeyValue.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import page from '#widgets/document/DocumentPage.module.css';
import { DocumentItems } from '#widgets/document/DocumentItems.tsx';
import { useWarningText } from '#widgets/document/use-warning-text.ts';
import { TotalsBox } from '#widgets/document/TotalsBox.tsx';
import { ExchangeFacts } from '#widgets/exchange/ExchangeFacts.tsx';
import { InvoiceStatusBadge } from '#widgets/InvoiceStatusBadge.tsx';
import { MemberName } from '#widgets/MemberName.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { RecurringInvoiceLink } from '#widgets/recurring/TemplateLink.tsx';
import { SyncBadge } from '#widgets/SyncBadge.tsx';
import { DeliveryNotes } from './DeliveryNotes.tsx';
import { EInvoiceReadiness } from './EInvoiceReadiness.tsx';
import { InternalNotes } from './InternalNotes.tsx';
import { InvoiceActions } from './InvoiceActions.tsx';
import classes from './InvoiceDetailPage.module.css';
import { RecordHistory } from '#widgets/RecordHistory.tsx';
import { InvoiceCorrections } from './InvoiceCorrections.tsx';
import { InvoiceMails } from './InvoiceMails.tsx';
import { InvoiceLifecycle } from './InvoiceLifecycle.tsx';
import { Replacement } from './Replacement.tsx';
import { InvoiceReminders } from './InvoiceReminders.tsx';
import { InvoicePayments } from './InvoicePayments.tsx';

const LIST = '/finance/invoices';

export function InvoiceDetailPage() {
  const { t } = useTranslation('invoices');
  const { id = '' } = useParams();
  const { value: invoice, isLoading } = useInvoice(id);
  const { value: payments } = usePaymentsOf(id);
  const current = useMemo(() => invoice && withLocalPayments(invoice, payments), [invoice, payments]);
  if (current && current.id === id) return <Detail key={id} invoice={current} payments={payments} />;
  if (invoice === undefined || isLoading) return null;
  return <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={{ to: LIST, label: t('action.back') }} />;
}

/** The balance as this device knows it: a payment recorded offline counts at once. */
function withLocalPayments(invoice: Invoice, payments: readonly Payment[] | undefined): Invoice {
  if (!payments || invoice.number === null) return invoice;
  const paid_total = paidTotal(payments, invoice.currency);
  return { ...invoice, paid_total, payment_status: paymentState(claimOf(invoice), paid_total) };
}

function Detail({ invoice, payments }: { invoice: Invoice; payments: readonly Payment[] | undefined }) {
  const { t } = useTranslation('invoices');
  const { company, ctx } = useCompany();
  const isClaim = invoice.document_type === 'invoice';
  const { value: customers } = useDirectory('customers');
  const customer = invoice.customer_id === null ? undefined : customers?.byId.get(invoice.customer_id);
  const buyer = invoice.buyer?.name ?? customer?.name;
  const texts = documentTexts(invoice, company);
  const { value: original } = useInvoice(invoice.corrects_id ?? '');
  const title =
    invoice.number ??
    (original?.number ? t('draftCorrection', { number: original.number }) : buyer ? t('draftFor', { name: buyer }) : t('draft'));
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: LIST, label: t('action.back') }}
        meta={
          <>
            <InvoiceStatusBadge invoice={invoice} />
            <SyncBadge collection="invoices" id={invoice.id} />
          </>
        }
        actions={<InvoiceActions invoice={invoice} customer={customers && (customer ?? null)} />}
      />
      <div className={page.columns}>
        <div className={page.main}>
          <Section>
            <p className={classes.amount}>
              <Money amount={invoice.gross_total} currency={invoice.currency} isStrong />
            </p>
            <InvoiceLifecycle invoice={invoice} />
            <Replacement invoice={invoice} />
            <Facts invoice={invoice} buyer={buyer} />
          </Section>
          <Section title={t('section.lines')} isFlush>
            <DocumentItems document={invoice} />
          </Section>
          {texts.length > 0 && (
            <Section title={t('section.texts')}>
              <p className={page.text}>{texts.join('\n\n')}</p>
            </Section>
          )}
        </div>
        <div className={page.side}>
          <Section title={t('section.totals')}>
            <TotalsBox document={invoice} />
            <ExchangeFacts
              collection="invoices"
              record={invoice}
              amount={invoice.gross_total}
              exchange={invoice.exchange}
              isBooked={invoice.number !== null}
              day={invoice.tax_point ?? invoice.service_to ?? invoice.service_from ?? ctx.today()}
            />
          </Section>
          <InvoiceCorrections invoice={invoice} />
          {isClaim && <InvoicePayments invoice={invoice} payments={payments} />}
          <InvoiceReminders invoice={invoice} />
          {invoice.number !== null && <InvoiceMails invoice={invoice} />}
          {isClaim && <DeliveryNotes invoice={invoice} />}
          {invoice.number === null && <EInvoiceReadiness invoice={invoice} customer={customer ?? null} />}
          <InternalNotes invoice={invoice} />
          <RecordHistory collection="invoices" id={invoice.id} />
        </div>
      </div>
    </>
  );
}

function NumberOf({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  if (invoice.number === null) return <span className={classes.pending}>{t('hint.numberPending')}</span>;
  return (
    <>
      {invoice.number}
      {isOnTheWay(invoice) && <span className={classes.pending}> · {t('hint.onTheWay')}</span>}
    </>
  );
}

function Facts({ invoice, buyer }: { invoice: Invoice; buyer: string | undefined }) {
  const { t } = useTranslation('invoices');
  const { t: tRecurring } = useTranslation('recurring');
  const { ctx, company } = useCompany();
  const { country } = company.settings.company_details.address;
  const warningText = useWarningText();
  const day = (value: string | null) => value !== null && <DateText day={value} />;
  const { service_from, service_to } = invoice;
  const isClaim = invoice.document_type === 'invoice';
  return (
    <KeyValue
      items={[
        {
          label: t('field.customer_id'),
          value:
            invoice.customer_id === null ? (
              buyer
            ) : (
              <Anchor component={Link} to={`/finance/customers/${invoice.customer_id}`}>
                {buyer ?? '…'}
              </Anchor>
            ),
        },
        { label: t('field.number'), value: <NumberOf invoice={invoice} /> },
        invoice.issue_date !== null && { label: t('field.issue_date'), value: day(invoice.issue_date) },
        isClaim && invoice.due_date !== null && { label: t('field.due_date'), value: day(invoice.due_date) },
        isClaim && invoice.due_date === null && { label: t('field.due_days'), value: String(invoice.due_days) },
        service_from !== null && {
          label: t(service_to === null ? 'field.service_from' : 'field.service'),
          value: (
            <>
              {day(service_from)}
              {service_to !== null && <> – {day(service_to)}</>}
            </>
          ),
        },
        invoice.reason !== '' && { label: t('field.reason'), value: invoice.reason },
        invoice.reference !== '' && { label: t('field.reference'), value: invoice.reference },
        invoice.overruled_warnings.length > 0 && {
          label: t('field.overruled_warnings'),
          value: invoice.overruled_warnings.map(warningText).join(' '),
        },
        { label: t('field.language'), value: t(`language.${invoice.language}`) },
        invoice.number !== null && {
          label: t('field.delivery'),
          value: (
            <>
              {t(`delivery.${invoice.delivery}`)}
              {invoice.sent_at !== null && (
                <>
                  {' · '}
                  <InstantText at={invoice.sent_at} timeZone={ctx.timezone} />
                </>
              )}
            </>
          ),
        },
        invoice.recurring_invoice_id !== null && {
          label: tRecurring('generated.fromTemplate'),
          value: <RecurringInvoiceLink id={invoice.recurring_invoice_id} />,
        },
        { label: t('field.created_by'), value: <MemberName userId={invoice.created_by} at={invoice.created_at} /> },
        invoice.number !== null && { label: t('field.kept_until'), value: day(keptUntil(country, 'documents', [invoice.issue_date])) },
      ]}
    />
  );
}
