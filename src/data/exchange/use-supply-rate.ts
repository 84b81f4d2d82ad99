import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import type { Exchange } from '#domain/exchange/document-exchange.ts';
import { type Converted, supplyRate } from './supply-rate.commands.ts';

export type { Converted } from './supply-rate.commands.ts';

/** What was taken back, and what takes it back, come to nothing by any rate. */
function isStanding({ collection, record }: Converted): boolean {
  if (collection === 'invoices') return record.status === 'issued' && record.document_type === 'invoice';
  return collection === 'expenses' ? !record.reverses_expense_id : !record.reverses_payment_id;
}

/** Supplying a rate that was missing, bound to the open company. */
export function useSupplyRate() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      maySupply: (converted: Converted) => can(ctx.access, `${converted.collection}.update`) && isStanding(converted),
      supplyRate: (converted: Converted, exchange: Exchange) => supplyRate(db, { converted, exchange }, ctx),
    }),
    [db, ctx],
  );
}
