import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { type ReceiptState, receiptState$ } from './receipt-state.ts';

export function useReceiptState(fileId: string): ReceiptState | undefined {
  const { db } = useCompany();
  return useObservable(() => receiptState$(db, fileId), [db, fileId]).value;
}
