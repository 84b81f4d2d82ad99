import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { filterDirectory } from '#data/core/directory.ts';
import { useCustomerCommands } from '#data/customers/use-customer-commands.ts';
import { useCustomers } from '#data/customers/use-customers.ts';
import { can } from '#domain/access/access.ts';
import { type Customer, emptyCustomerInput } from '#domain/customers/customer.ts';
import { useCommand } from '#ui/use-command.ts';
import { RecordSelect } from './RecordSelect.tsx';

type Props = {
  value: string | null;
  onChange: (id: string | null) => void;
  error?: ReactNode;
  placeholder?: string;
  /** Offers to make a customer of a name that is not there yet. */
  isCreatable?: boolean;
  autoFocus?: boolean;
};
const LIMIT = 50;

export function CustomerSelect({ value, onChange, error, placeholder, isCreatable = false, autoFocus = false }: Props) {
  const { t, i18n } = useTranslation('customers');
  const { ctx, company } = useCompany();
  const { value: customers } = useCustomers();
  const { createCustomer } = useCustomerCommands();
  const create = useCommand(createCustomer);
  const selected = value === null ? undefined : customers?.byId.get(value);
  const search = (text: string) =>
    customers ? filterDirectory(customers, { text, show: 'active', sort: 'name' }).slice(0, LIMIT).map(optionOf) : [];
  const make = async (name: string) => (await create.run({ ...emptyCustomerInput(company, i18n.language), name }))?.id;
  return (
    <RecordSelect
      label={t('select.label')}
      placeholder={placeholder ?? t('select.placeholder')}
      value={value}
      onChange={onChange}
      selected={selected && optionOf(selected)}
      search={search}
      nothing={t('select.nothing')}
      error={error}
      autoFocus={autoFocus}
      {...(isCreatable && can(ctx.access, 'customers.create')
        ? { create: { label: (name: string) => t('select.create', { name }), run: make } }
        : {})}
    />
  );
}

const optionOf = ({ id, name, city }: Customer) => ({ id, name, hint: city });
