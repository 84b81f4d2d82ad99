import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useCustomers } from '#data/customers/use-customers.ts';
import { useProducts } from '#data/invoice-products/use-products.ts';
import { useVendors } from '#data/vendors/use-vendors.ts';
import type { CsvKind } from '#domain/csv/csv-fields.ts';
import { type ImportRun, importRecords } from './import-records.ts';

/** The import bound to the open company, and the records that a row may repeat; undefined while they are read. */
export function useImport(kind: CsvKind) {
  const { db, ctx } = useCompany();
  const { value: customers } = useCustomers();
  const { value: vendors } = useVendors();
  const { value: products } = useProducts();
  const directory = { customers, vendors, products }[kind];
  const existing = useMemo(() => directory?.entries.map(({ record }): object => record), [directory]);
  const run = useMemo(() => (wanted: ImportRun) => importRecords(db, wanted, ctx), [db, ctx]);
  return { existing, run };
}
