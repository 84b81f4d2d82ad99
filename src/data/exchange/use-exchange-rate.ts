import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import { from, of } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { type ExchangeQuestion, type ExchangeRate, exchangeRate } from '#domain/exchange/exchange-rates.ts';
import { bringRates } from './bring-rates.ts';
import { keptRates, yearsFor } from './kept-rates.ts';

/**
 * The rate for a question, from what this device has; while it is asked for anew, what is known already. `rate` is null where none is
 * known: without a question, too.
 */
export function useExchangeRate(question: ExchangeQuestion | null): { readonly rate: ExchangeRate | null; readonly isLoading: boolean } {
  const { db } = useCompany();
  const day = question?.day;
  const years = day ? yearsFor(day).join(' ') : '';
  const { value: table } = useObservable(() => (day ? from(liveQuery(() => keptRates(db.device, day))) : of([])), [db, years]);
  const [settled, setSettled] = useState('');
  useEffect(() => {
    if (!day) return undefined;
    let isLeft = false;
    void bringRates(db, day).then(() => !isLeft && setSettled(years));
    return () => {
      isLeft = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the day its years alone are asked for
  }, [db, years]);
  const rate = question && table ? exchangeRate(table, question) : null;
  return { rate, isLoading: rate === null && day !== undefined && (table === undefined || settled !== years) };
}
