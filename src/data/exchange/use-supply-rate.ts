import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { bringRates } from './bring-rates.ts';
import { can } from '#domain/access/access.ts';
import type { Exchange } from '#domain/exchange/document-exchange.ts';
import { type Converted, isStanding, supplyRate } from './supply-rate.commands.ts';

export type { Converted } from './supply-rate.commands.ts';

/** Supplying a rate that was missing, bound to the open company. */
export function useSupplyRate() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      maySupplyAny: (['invoices', 'expenses', 'payments'] as const).some((each) => can(ctx.access, `${each}.update`)),
      maySupply: (converted: Converted) => can(ctx.access, `${converted.collection}.update`) && isStanding(converted),
      supplyRate: (converted: Converted, exchange: Exchange) => supplyRate(db, { converted, exchange }, ctx),
      /** Loaded with the first use: hardly anybody needs it twice. */
      supplyReferenceRates: async () => {
        const { supplyReferenceRates } = await import('./supply-reference-rates.commands.ts');
        return supplyReferenceRates(db, bringRates, ctx);
      },
    }),
    [db, ctx],
  );
}
