import { useDirectory } from '#data/directory/use-directory.ts';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import { recurringInvoiceDrafts } from '#data/recurring-invoices/recurring-invoice-drafts.ts';
import { useRecurringInvoice } from '#data/recurring-invoices/use-recurring-invoices.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { recurringFromInvoice, recurringInvoiceFormValues } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import { recurringInvoiceTitle } from '#domain/recurring-invoices/recurring-invoice-title.ts';
import { type RecurringInvoice, recurringInvoiceInputSchema } from '#domain/recurring-invoices/recurring-invoice.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { CreateRecurringPage, EditRecurringPage } from '#widgets/recurring/RecurringPages.tsx';
import { WithDraft } from '#widgets/WithDraft.tsx';
import { RecurringInvoiceForm } from './RecurringInvoiceForm.tsx';

const LIST = '/finance/recurring-invoices';

/** Create Recurring Invoice without an id in the address (`?invoice=` fills it from an invoice), Edit Recurring Invoice with one. */
export function RecurringInvoiceEditPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const { value: customers } = useDirectory('customers');
  const { value: invoice, isLoading } = useInvoice(params.get('invoice') ?? '');
  if (id !== undefined) return <EditRecurringInvoice key={id} id={id} />;
  if (!customers || isLoading || invoice === undefined) return null;
  return <CreateRecurringInvoice invoice={invoice} customer={customers.byId.get(params.get('customer') ?? '') ?? null} />;
}

function CreateRecurringInvoice({ invoice, customer }: { invoice: Invoice | null; customer: Customer | null }) {
  const { ctx, company } = useCompany();
  const navigate = useNavigate();
  const filled = () => {
    const { newId } = ctx;
    const today = ctx.today();
    const schedule = company.settings.recurring_defaults;
    return recurringFromInvoice(invoice ?? emptyInvoiceInput(company, customer, today), { schedule, today, newId });
  };
  return (
    <CreateRecurringPage kind="invoices">
      <WithDraft shelf={recurringInvoiceDrafts} fresh={filled} isFresh={invoice !== null || customer !== null}>
        {(drafted) => (
          <RecurringInvoiceForm drafted={drafted} cancelTo={LIST} onSaved={({ id }) => void navigate(`${LIST}/${id}`, { replace: true })} />
        )}
      </WithDraft>
    </CreateRecurringPage>
  );
}

function EditRecurringInvoice({ id }: { id: string }) {
  const { value: item } = useRecurringInvoice(id);
  const { value: customers } = useDirectory('customers');
  const name = item && recurringInvoiceTitle(item, customers?.byId.get(item.customer_id ?? '')?.name);
  return (
    <EditRecurringPage kind="invoices" id={id} item={item} name={name ?? ''}>
      {(found) => <OpenedRecurringInvoice item={found} />}
    </EditRecurringPage>
  );
}

function OpenedRecurringInvoice({ item }: { item: RecurringInvoice }) {
  const navigate = useNavigate();
  const detail = `${LIST}/${item.id}`;
  const fresh = () => recurringInvoiceFormValues(inputFrom(recurringInvoiceInputSchema, item));
  return (
    <WithDraft shelf={recurringInvoiceDrafts} recordId={item.id} fresh={fresh}>
      {(drafted) => (
        <RecurringInvoiceForm drafted={drafted} before={item} cancelTo={detail} onSaved={() => void navigate(detail, { replace: true })} />
      )}
    </WithDraft>
  );
}
