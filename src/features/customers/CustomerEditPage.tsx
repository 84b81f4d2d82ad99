import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useCustomerCommands } from '#data/customers/use-customer-commands.ts';
import { useCustomers } from '#data/customers/use-customers.ts';
import { customerDrafts } from '#data/drafts/form-drafts.ts';
import { customerInputSchema, emptyCustomerInput } from '#domain/customers/customer.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { DirectoryEditPage } from '#widgets/DirectoryEditPage.tsx';
import { CustomerForm } from './CustomerForm.tsx';

/** Create Customer without an id in the address, Edit Customer with one. */
export function CustomerEditPage() {
  const { i18n } = useTranslation();
  const { company } = useCompany();
  const { value: customers } = useCustomers();
  const { createCustomer, editCustomer } = useCustomerCommands();
  return (
    <DirectoryEditPage
      namespace="customers"
      list="/finance/customers"
      find={customers && ((id) => customers.byId.get(id))}
      shelf={customerDrafts}
      blank={() => emptyCustomerInput(company, i18n.language)}
      valuesOf={(customer) => inputFrom(customerInputSchema, customer)}
      create={createCustomer}
      edit={editCustomer}
      form={CustomerForm}
    />
  );
}
