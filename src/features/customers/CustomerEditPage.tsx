import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { customerDrafts } from '#data/drafts/form-drafts.ts';
import { useCustomerCommands } from '#data/customers/use-customer-commands.ts';
import { useCustomers } from '#data/customers/use-customers.ts';
import { type Customer, type CustomerInput, emptyCustomerInput } from '#domain/customers/customer.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { showToast } from '#ui/toast.ts';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { WithDraft } from '#widgets/WithDraft.tsx';
import { CustomerForm } from './CustomerForm.tsx';

const LIST = '/finance/customers';

/** Create Customer without an id in the address, Edit Customer with one. */
export function CustomerEditPage() {
  const { id } = useParams();
  return id === undefined ? <CreateCustomer /> : <EditCustomer key={id} id={id} />;
}

function CreateCustomer() {
  const { t, i18n } = useTranslation('customers');
  const { company } = useCompany();
  const { createCustomer } = useCustomerCommands();
  const navigate = useNavigate();
  const create = async (input: CustomerInput) => {
    const customer = await createCustomer(input);
    showToast({ type: 'success', text: t('toast.created', { name: customer.name }) });
    void navigate(`${LIST}/${customer.id}`, { replace: true });
  };
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: LIST, label: t('title.list') }} />
      <WithDraft shelf={customerDrafts} fresh={() => emptyCustomerInput(company, i18n.language)}>
        {(drafted) => <CustomerForm drafted={drafted} saveLabel={t('action.create')} cancelTo={LIST} onSave={create} />}
      </WithDraft>
    </>
  );
}

function EditCustomer({ id }: { id: string }) {
  const { t } = useTranslation('customers');
  const { value: customers } = useCustomers();
  const customer = customers?.byId.get(id);
  const back = { to: LIST, label: t('title.list') };
  if (customers && !customer) return <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={back} />;
  return (
    <>
      <PageHeader title={t('title.edit')} back={customer ? { to: `${LIST}/${id}`, label: customer.name } : back} />
      {customer && <OpenedCustomer customer={customer} />}
    </>
  );
}

function OpenedCustomer({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  const { editCustomer } = useCustomerCommands();
  const navigate = useNavigate();
  const save = async (input: CustomerInput, start: CustomerInput) => {
    const saved = await editCustomer({ id: customer.id, input, opened: start });
    showToast({ type: 'success', text: t('toast.changed', { name: saved.name }) });
    void navigate(`${LIST}/${customer.id}`, { replace: true });
  };
  return (
    <WithDraft shelf={customerDrafts} recordId={customer.id} fresh={() => inputOf(customer)}>
      {(drafted) => <CustomerForm drafted={drafted} saveLabel={t('action.save')} cancelTo={`${LIST}/${customer.id}`} onSave={save} />}
    </WithDraft>
  );
}

function inputOf({
  id: _id,
  company_id: _company,
  created_at: _created,
  updated_at: _updated,
  rev: _rev,
  ...input
}: Customer): CustomerInput {
  return input;
}
