import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type PaymentFilter, paymentFilterFromParams, paymentFilterToParams } from '#domain/payments/payment-filter.ts';

/** The list's filter lives in the address, so that "back", a reload and a link show the same list. */
export function usePaymentFilter(): [PaymentFilter, (change: Partial<PaymentFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<PaymentFilter>) =>
      setParams((given) => paymentFilterToParams({ ...paymentFilterFromParams(given), ...part }), { replace: true }),
    [setParams],
  );
  return [paymentFilterFromParams(params), change];
}
