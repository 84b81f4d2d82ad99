import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useCustomers } from '#data/customers/use-customers.ts';
import { useEditDraft, useNewDraft } from '#data/drafts/use-drafts.ts';
import { type InvoiceDraft, invoiceDrafts } from '#data/invoices/invoice-drafts.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import { invoiceFormValues } from '#domain/invoices/invoice-form.ts';
import { editRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import { type Invoice, type InvoiceInput, invoiceInputSchema } from '#domain/invoices/invoice.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useCommand } from '#ui/use-command.ts';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';
import { WaitingNotice } from './WaitingNotice.tsx';

const LIST = '/finance/invoices';
const idOf = (draft: InvoiceDraft) => draft.invoiceId;

/** Create Invoice without an id in the address, Edit Invoice with one. */
export function InvoiceEditPage() {
  const { id } = useParams();
  const { value: customers } = useCustomers();
  const [params] = useSearchParams();
  const customerId = params.get('customer');
  if (id !== undefined) return <EditInvoice key={id} id={id} />;
  return customers ? <CreateInvoice customer={customerId === null ? null : (customers.byId.get(customerId) ?? null)} /> : null;
}

function CreateInvoice({ customer }: { customer: Customer | null }) {
  const { t } = useTranslation('invoices');
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const blank = useBlankDraft(customer);
  const opened = useNewDraft(invoiceDrafts, { blank, recordIdOf: idOf, round, isFresh: customer !== null });
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: LIST, label: t('action.back') }} />
      {opened && (
        <InvoiceForm
          key={opened.draft.invoiceId}
          kind="new"
          opened={opened}
          cancelTo={LIST}
          onSaved={(invoice) => void navigate(`${LIST}/${invoice.id}`, { replace: true })}
          onDiscarded={() => setRound(round + 1)}
        />
      )}
    </>
  );
}

function EditInvoice({ id }: { id: string }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { value: invoice } = useInvoice(id);
  const withdraw = useCommand(useInvoiceCommands().withdrawReady);
  const back = { to: LIST, label: t('action.back') };
  const detail = { to: `${LIST}/${id}`, label: t('title.detail') };
  if (invoice === undefined) return <PageHeader title={t('title.edit')} back={back} />;
  if (invoice === null) return <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={back} />;
  if (editRefusal(invoice, ctx.access)) return <RecordMissing title={t('notAllowed.title')} text={t('notAllowed.text')} back={detail} />;
  return (
    <>
      <PageHeader title={t('title.edit')} back={detail} />
      {invoice.status === 'ready_to_issue' ? (
        <WaitingNotice isRunning={withdraw.isRunning} onWithdraw={() => void withdraw.run(id)} />
      ) : (
        <OpenedInvoice invoice={invoice} />
      )}
    </>
  );
}

function OpenedInvoice({ invoice }: { invoice: Invoice }) {
  const navigate = useNavigate();
  const [start] = useState(invoice); // what arrives while the form is open stays out of it; only changed fields are saved
  const [round, setRound] = useState(0);
  const stored = useEditDraft(invoiceDrafts, start.id);
  if (stored === undefined) return null;
  const before = inputOf(start);
  const fresh = { draft: { invoiceId: start.id, values: invoiceFormValues(before) }, restoredAt: null };
  const detail = `${LIST}/${start.id}`;
  return (
    <InvoiceForm
      key={round}
      kind="edit"
      opened={round === 0 ? (stored ?? fresh) : fresh}
      before={before}
      cancelTo={detail}
      onSaved={() => void navigate(detail, { replace: true })}
      onDiscarded={() => setRound(round + 1)}
    />
  );
}

function useBlankDraft(customer: Customer | null): () => InvoiceDraft {
  const { ctx, company } = useCompany();
  return useCallback(
    () => ({ invoiceId: ctx.newId(), values: invoiceFormValues(emptyInvoiceInput(company, customer, ctx.today())) }),
    [ctx, company, customer],
  );
}

const INPUT_FIELDS = Object.keys(invoiceInputSchema.shape) as (keyof InvoiceInput)[];

function inputOf(invoice: Invoice): InvoiceInput {
  return Object.fromEntries(INPUT_FIELDS.map((field) => [field, invoice[field]])) as InvoiceInput;
}
