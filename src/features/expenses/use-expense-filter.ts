import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ExpenseFilter, filterFromParams, filterToParams } from '#domain/expenses/expense-filter.ts';

/** The list's filter lives in the address, so that "back", a reload and a link show the same list. */
export function useExpenseFilter(): [ExpenseFilter, (change: Partial<ExpenseFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<ExpenseFilter>) => setParams((given) => filterToParams({ ...filterFromParams(given), ...part }), { replace: true }),
    [setParams],
  );
  return [filterFromParams(params), change];
}
