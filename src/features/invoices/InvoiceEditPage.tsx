import { useDirectory } from '#data/directory/use-directory.ts';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { invoiceDrafts } from '#data/invoices/invoice-drafts.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import { invoiceFormValues } from '#domain/invoices/invoice-form.ts';
import { invoiceEditRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import { type Invoice, invoiceInputSchema } from '#domain/invoices/invoice.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useCommand } from '#ui/use-command.ts';
import { asOpened } from '#widgets/as-opened.ts';
import { EditRecordPage } from '#widgets/EditRecordPage.tsx';
import { WithDraft } from '#widgets/WithDraft.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';
import { WaitingNotice } from './WaitingNotice.tsx';

const LIST = '/finance/invoices';
/** What the page of the invoice asks at once. */
const asked = (next: string | null) => (next === null ? '' : `?ask=${next}`);

/** Create Invoice without an id in the address, Edit Invoice with one. */
export function InvoiceEditPage() {
  const { id } = useParams();
  const { value: customers } = useDirectory('customers');
  const [params] = useSearchParams();
  if (id !== undefined) return <EditInvoice key={id} id={id} />;
  return customers ? <CreateInvoice customer={customers.byId.get(params.get('customer') ?? '') ?? null} /> : null;
}

function CreateInvoice({ customer }: { customer: Customer | null }) {
  const { t } = useTranslation('invoices');
  const { ctx, company } = useCompany();
  const navigate = useNavigate();
  const blank = () => invoiceFormValues(emptyInvoiceInput(company, customer, ctx.today()));
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: LIST, label: t('action.back') }} />
      <WithDraft shelf={invoiceDrafts} fresh={blank} isFresh={customer !== null}>
        {(drafted) => (
          <InvoiceForm
            drafted={drafted}
            cancelTo={LIST}
            onSaved={({ id }, next) => void navigate(`${LIST}/${id}${asked(next)}`, { replace: true })}
          />
        )}
      </WithDraft>
    </>
  );
}

function EditInvoice({ id }: { id: string }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { value: invoice } = useInvoice(id);
  const withdraw = useCommand(useInvoiceCommands().withdrawReady);
  if (invoice?.corrects_id && invoice.status === 'draft')
    return <Navigate to={`${LIST}/${invoice.corrects_id}/correct?draft=${id}`} replace />;
  const isRefused = invoice && invoiceEditRefusal(invoice, ctx.access) !== null;
  return (
    <EditRecordPage
      title={t('title.edit')}
      record={invoice}
      list={{ to: LIST, label: t('action.back') }}
      detail={{ to: `${LIST}/${id}`, label: t('title.detail') }}
      missing={{ title: t('notFound.title'), text: t('notFound.text') }}
      refused={isRefused ? { title: t('notAllowed.title'), text: t('notAllowed.text') } : null}
    >
      {(found) =>
        found.status === 'ready_to_issue' ? (
          <WaitingNotice isRunning={withdraw.isRunning} onWithdraw={() => void withdraw.run(found)} />
        ) : (
          <OpenedInvoice record={found} />
        )
      }
    </EditRecordPage>
  );
}

const OpenedInvoice = asOpened(InvoiceAsOpened);

function InvoiceAsOpened({ record: invoice }: { record: Invoice }) {
  const navigate = useNavigate();
  const detail = `${LIST}/${invoice.id}`;
  return (
    <WithDraft shelf={invoiceDrafts} recordId={invoice.id} fresh={() => invoiceFormValues(inputFrom(invoiceInputSchema, invoice))}>
      {(drafted) => (
        <InvoiceForm
          drafted={drafted}
          cancelTo={detail}
          onSaved={(_, next) => void navigate(`${detail}${asked(next)}`, { replace: true })}
        />
      )}
    </WithDraft>
  );
}
