import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { filterDirectory } from '#data/core/directory.ts';
import { useCustomers } from '#data/customers/use-customers.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { RecordSelect } from './RecordSelect.tsx';

type Props = { value: string | null; onChange: (id: string | null) => void; error?: ReactNode };
const LIMIT = 50;

export function CustomerSelect({ value, onChange, error }: Props) {
  const { t } = useTranslation('customers');
  const { value: customers } = useCustomers();
  const selected = value === null ? undefined : customers?.byId.get(value);
  const search = (text: string) =>
    customers ? filterDirectory(customers, { text, show: 'active', sort: 'name' }).slice(0, LIMIT).map(optionOf) : [];
  return (
    <RecordSelect
      label={t('select.label')}
      placeholder={t('select.placeholder')}
      value={value}
      onChange={onChange}
      selected={selected && optionOf(selected)}
      search={search}
      nothing={t('select.nothing')}
      error={error}
    />
  );
}

const optionOf = ({ id, name, city }: Customer) => ({ id, name, hint: city });
