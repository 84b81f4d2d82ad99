import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { VendorInput } from '#domain/vendors/vendor.ts';
import { createVendor, deleteVendor, editVendor, setVendorActive } from './vendors.commands.ts';

/** The vendor commands bound to the open company. */
export function useVendorCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      createVendor: (input: VendorInput) => createVendor(db, input, ctx),
      editVendor: (edit: { id: string; input: VendorInput; opened: VendorInput }) => editVendor(db, edit, ctx),
      setVendorActive: (change: { id: string; isActive: boolean }) => setVendorActive(db, change, ctx),
      deleteVendor: (id: string) => deleteVendor(db, id, ctx),
    }),
    [db, ctx],
  );
}
