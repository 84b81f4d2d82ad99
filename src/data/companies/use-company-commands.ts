import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.tsx';
import type { ExpenseDefaults } from '#domain/companies/expense-defaults.ts';
import { editExpenseDefaults } from './companies.commands.ts';

/** The company commands bound to the open company. */
export function useCompanyCommands() {
  const { db, ctx } = useCompany();
  return useMemo(() => ({ editExpenseDefaults: (input: ExpenseDefaults) => editExpenseDefaults(db, input, ctx) }), [db, ctx]);
}
