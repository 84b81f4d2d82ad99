import { useCompany } from '#data/core/company-context.ts';
import { vendorDrafts } from '#data/drafts/form-drafts.ts';
import { useVendorCommands } from '#data/vendors/use-vendor-commands.ts';
import { useVendors } from '#data/vendors/use-vendors.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { emptyVendorInput, vendorInputSchema } from '#domain/vendors/vendor.ts';
import { DirectoryEditPage } from '#widgets/DirectoryEditPage.tsx';
import { VendorForm } from './VendorForm.tsx';

/** Create Vendor without an id in the address, Edit Vendor with one. */
export function VendorEditPage() {
  const { company } = useCompany();
  const { value: vendors } = useVendors();
  const { createVendor, editVendor } = useVendorCommands();
  return (
    <DirectoryEditPage
      namespace="vendors"
      list="/finance/vendors"
      find={vendors && ((id) => vendors.byId.get(id))}
      shelf={vendorDrafts}
      blank={() => emptyVendorInput(company)}
      valuesOf={(vendor) => inputFrom(vendorInputSchema, vendor)}
      create={createVendor}
      edit={editVendor}
      form={VendorForm}
    />
  );
}
