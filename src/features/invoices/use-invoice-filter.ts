import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type InvoiceFilter, invoiceFilterFromParams, invoiceFilterToParams } from '#domain/invoices/invoice-filter.ts';

/** The list's filter lives in the address, so that "back", a reload and a link show the same list. */
export function useInvoiceFilter(): [InvoiceFilter, (change: Partial<InvoiceFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<InvoiceFilter>) =>
      setParams((given) => invoiceFilterToParams({ ...invoiceFilterFromParams(given), ...part }), { replace: true }),
    [setParams],
  );
  return [invoiceFilterFromParams(params), change];
}
