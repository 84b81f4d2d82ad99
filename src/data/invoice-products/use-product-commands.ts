import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { InvoiceProductInput } from '#domain/products/product.ts';
import { createProduct, deleteProduct, editProduct, setProductActive } from './products.commands.ts';

/** The product commands bound to the open company. */
export function useProductCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      createProduct: (input: InvoiceProductInput) => createProduct(db, input, ctx),
      editProduct: (edit: { id: string; input: InvoiceProductInput; opened: InvoiceProductInput }) => editProduct(db, edit, ctx),
      setProductActive: (change: { id: string; isActive: boolean }) => setProductActive(db, change, ctx),
      deleteProduct: (id: string) => deleteProduct(db, id, ctx),
    }),
    [db, ctx],
  );
}
