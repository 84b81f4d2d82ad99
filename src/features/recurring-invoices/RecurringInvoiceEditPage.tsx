import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useCustomers } from '#data/customers/use-customers.ts';
import { useEditDraft, useNewDraft } from '#data/drafts/use-drafts.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import { type RecurringInvoiceDraft, recurringInvoiceDrafts } from '#data/recurring-invoices/recurring-invoice-drafts.ts';
import { useRecurringInvoice } from '#data/recurring-invoices/use-recurring-invoices.ts';
import { can } from '#domain/access/access.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { Invoice, InvoiceInput } from '#domain/invoices/invoice.ts';
import {
  recurringFromInvoice,
  recurringInvoiceFormValues,
  recurringInvoiceInputFrom,
} from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { RecurringInvoiceForm } from './RecurringInvoiceForm.tsx';

const LIST = '/finance/recurring-invoices';
const idOf = (draft: RecurringInvoiceDraft) => draft.recordId;

/** Create Recurring Invoice without an id in the address (`?invoice=` fills it from an invoice), Edit Recurring Invoice with one. */
export function RecurringInvoiceEditPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const { value: customers } = useCustomers();
  const { value: invoice, isLoading } = useInvoice(params.get('invoice') ?? '');
  if (id !== undefined) return <EditRecurringInvoice key={id} id={id} />;
  if (!customers || isLoading || invoice === undefined) return null;
  return <CreateRecurringInvoice invoice={invoice} customer={customers.byId.get(params.get('customer') ?? '') ?? null} />;
}

function CreateRecurringInvoice({ invoice, customer }: { invoice: Invoice | null; customer: Customer | null }) {
  const { t } = useTranslation('recurring');
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const blank = useBlankDraft(invoice, customer);
  const opened = useNewDraft(recurringInvoiceDrafts, { blank, recordIdOf: idOf, round, isFresh: invoice !== null || customer !== null });
  return (
    <>
      <PageHeader title={t('title.createInvoice')} back={{ to: LIST, label: t('action.backInvoices') }} />
      {opened && (
        <RecurringInvoiceForm
          key={opened.draft.recordId}
          kind="new"
          opened={opened}
          cancelTo={LIST}
          onSaved={(item) => void navigate(`${LIST}/${item.id}`, { replace: true })}
          onDiscarded={() => setRound(round + 1)}
        />
      )}
    </>
  );
}

function EditRecurringInvoice({ id }: { id: string }) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const { value: item } = useRecurringInvoice(id);
  const back = { to: LIST, label: t('action.backInvoices') };
  const detail = { to: `${LIST}/${id}`, label: t('title.invoice') };
  if (item === undefined) return <PageHeader title={t('title.editInvoice')} back={back} />;
  if (item === null) return <RecordMissing title={t('notFound.title')} text={t('notFound.textInvoice')} back={back} />;
  if (!can(ctx.access, 'recurring_invoices.update'))
    return <RecordMissing title={t('notAllowed.title')} text={t('notAllowed.text')} back={detail} />;
  return (
    <>
      <PageHeader title={t('title.editInvoice')} back={detail} />
      <OpenedRecurringInvoice item={item} />
    </>
  );
}

function OpenedRecurringInvoice({ item }: { item: RecurringInvoice }) {
  const navigate = useNavigate();
  const [start] = useState(item); // what arrives while the form is open stays out of it; only changed fields are saved
  const [round, setRound] = useState(0);
  const stored = useEditDraft(recurringInvoiceDrafts, start.id);
  if (stored === undefined) return null;
  const input = recurringInvoiceInputFrom(start);
  const fresh = { draft: { recordId: start.id, values: recurringInvoiceFormValues(input) }, restoredAt: null };
  const detail = `${LIST}/${start.id}`;
  return (
    <RecurringInvoiceForm
      key={round}
      kind="edit"
      opened={round === 0 ? (stored ?? fresh) : fresh}
      before={start}
      cancelTo={detail}
      onSaved={() => void navigate(detail, { replace: true })}
      onDiscarded={() => setRound(round + 1)}
    />
  );
}

function useBlankDraft(invoice: Invoice | null, customer: Customer | null): () => RecurringInvoiceDraft {
  const { ctx, company } = useCompany();
  return useCallback(() => {
    const input: InvoiceInput = invoice ?? emptyInvoiceInput(company, customer, ctx.today());
    const schedule = company.settings.recurring_defaults;
    return { recordId: ctx.newId(), values: recurringFromInvoice(input, { schedule, today: ctx.today(), newId: ctx.newId }) };
  }, [ctx, company, invoice, customer]);
}
