import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { CustomerInput } from '#domain/customers/customer.ts';
import { createCustomer, deleteCustomer, editCustomer, setCustomerActive } from './customers.commands.ts';

/** The customer commands bound to the open company. */
export function useCustomerCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      createCustomer: (input: CustomerInput) => createCustomer(db, input, ctx),
      editCustomer: (edit: { id: string; input: CustomerInput; opened: CustomerInput }) => editCustomer(db, edit, ctx),
      setCustomerActive: (change: { id: string; isActive: boolean }) => setCustomerActive(db, change, ctx),
      deleteCustomer: (id: string) => deleteCustomer(db, id, ctx),
    }),
    [db, ctx],
  );
}
