import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { vendorDrafts } from '#data/drafts/form-drafts.ts';
import { useVendorCommands } from '#data/vendors/use-vendor-commands.ts';
import { useVendors } from '#data/vendors/use-vendors.ts';
import type { Vendor, VendorInput } from '#domain/vendors/vendor.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { showToast } from '#ui/toast.ts';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { WithDraft } from '#widgets/WithDraft.tsx';
import { VendorForm } from './VendorForm.tsx';

const LIST = '/finance/vendors';

/** Create Vendor without an id in the address, Edit Vendor with one. */
export function VendorEditPage() {
  const { id } = useParams();
  return id === undefined ? <CreateVendor /> : <EditVendor key={id} id={id} />;
}

function CreateVendor() {
  const { t } = useTranslation('vendors');
  const { company } = useCompany();
  const { createVendor } = useVendorCommands();
  const navigate = useNavigate();
  const create = async (input: VendorInput) => {
    const vendor = await createVendor(input);
    showToast({ type: 'success', text: t('toast.created', { name: vendor.name }) });
    void navigate(`${LIST}/${vendor.id}`, { replace: true });
  };
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: LIST, label: t('title.list') }} />
      <WithDraft shelf={vendorDrafts} fresh={() => blank(company.settings.company_details.address.country)}>
        {(drafted) => <VendorForm drafted={drafted} saveLabel={t('action.create')} cancelTo={LIST} onSave={create} />}
      </WithDraft>
    </>
  );
}

function EditVendor({ id }: { id: string }) {
  const { t } = useTranslation('vendors');
  const { value: vendors } = useVendors();
  const vendor = vendors?.byId.get(id);
  const back = { to: LIST, label: t('title.list') };
  if (vendors && !vendor) return <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={back} />;
  return (
    <>
      <PageHeader title={t('title.edit')} back={vendor ? { to: `${LIST}/${id}`, label: vendor.name } : back} />
      {vendor && <OpenedVendor vendor={vendor} />}
    </>
  );
}

function OpenedVendor({ vendor }: { vendor: Vendor }) {
  const { t } = useTranslation('vendors');
  const { editVendor } = useVendorCommands();
  const navigate = useNavigate();
  const save = async (input: VendorInput, start: VendorInput) => {
    const saved = await editVendor({ id: vendor.id, input, opened: start });
    showToast({ type: 'success', text: t('toast.changed', { name: saved.name }) });
    void navigate(`${LIST}/${vendor.id}`, { replace: true });
  };
  return (
    <WithDraft shelf={vendorDrafts} recordId={vendor.id} fresh={() => inputOf(vendor)}>
      {(drafted) => <VendorForm drafted={drafted} saveLabel={t('action.save')} cancelTo={`${LIST}/${vendor.id}`} onSave={save} />}
    </WithDraft>
  );
}

const blank = (country: string): VendorInput => ({
  name: '',
  email: '',
  phone: '',
  street: '',
  house_number: '',
  postal_code: '',
  city: '',
  country,
  vat_id: '',
  notes: '',
  is_active: true,
});

function inputOf({ id: _id, company_id: _company, created_at: _created, updated_at: _updated, rev: _rev, ...input }: Vendor): VendorInput {
  return input;
}
