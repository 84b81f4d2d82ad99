import { useEffect } from 'react';
import { useCompany } from '#data/core/company-context.ts';

/** Nothing on a first page waits for them; long enough to be read before somebody goes where no network is. */
const READ_AHEAD_AFTER_MS = 30_000;

/** Reads the exchange rates of these days, so that a receipt abroad finds them without a network. */
export function useRatesReadAhead(): void {
  const { db, ctx } = useCompany();
  useEffect(() => {
    const readAhead = async () => (await import('#data/exchange/bring-rates.ts')).bringRates(db, ctx.today());
    const timer = setTimeout(() => void readAhead().catch(() => undefined), READ_AHEAD_AFTER_MS); // a form that needs them asks again
    return () => clearTimeout(timer);
  }, [db, ctx]);
}
