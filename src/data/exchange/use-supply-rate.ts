import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import type { Exchange } from '#domain/exchange/document-exchange.ts';
import { type Converted, supplyRate } from './supply-rate.commands.ts';

export type { Converted } from './supply-rate.commands.ts';

/** Supplying a rate that was missing, bound to the open company. */
export function useSupplyRate() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      maySupply: ({ collection }: Converted) => can(ctx.access, `${collection}.update`),
      supplyRate: (converted: Converted, exchange: Exchange) => supplyRate(db, { converted, exchange }, ctx),
    }),
    [db, ctx],
  );
}
