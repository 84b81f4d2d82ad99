import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { filterDirectory } from '#data/core/directory.ts';
import { useVendorCommands } from '#data/vendors/use-vendor-commands.ts';
import { useVendors } from '#data/vendors/use-vendors.ts';
import { can } from '#domain/access/access.ts';
import { emptyVendorInput, type Vendor } from '#domain/vendors/vendor.ts';
import { useCommand } from '#ui/use-command.ts';
import { RecordSelect } from './RecordSelect.tsx';

type Props = {
  value: string | null;
  onChange: (id: string | null) => void;
  error?: ReactNode;
  placeholder?: string;
  isCreatable?: boolean;
};
const LIMIT = 50;

/** Chooses a vendor; a name that is not there yet can be made one on the spot. */
export function VendorSelect({ value, onChange, error, placeholder, isCreatable = true }: Props) {
  const { t } = useTranslation('vendors');
  const { ctx, company } = useCompany();
  const { value: vendors } = useVendors();
  const { createVendor } = useVendorCommands();
  const create = useCommand(createVendor);
  const selected = value === null ? undefined : vendors?.byId.get(value);
  const search = (text: string) =>
    vendors ? filterDirectory(vendors, { text, show: 'active', sort: 'name' }).slice(0, LIMIT).map(optionOf) : [];
  const make = async (name: string) => (await create.run({ ...emptyVendorInput(company), name }))?.id;
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
      {...(isCreatable && can(ctx.access, 'vendors.create')
        ? { create: { label: (name: string) => t('select.create', { name }), run: make } }
        : {})}
    />
  );
}

const optionOf = ({ id, name, city }: Vendor) => ({ id, name, hint: city });
