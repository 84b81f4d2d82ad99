import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.tsx';
import type { BankDetails, CompanyDetailsInput } from '#domain/companies/company-details.ts';
import type { ExpenseDefaults } from '#domain/companies/expense-defaults.ts';
import type { InvoiceDefaults } from '#domain/companies/invoice-defaults.ts';
import { editBankDetails, editCompanyDetails, editExpenseDefaults, editInvoiceDefaults } from './companies.commands.ts';

/** The company commands bound to the open company. */
export function useCompanyCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      editExpenseDefaults: (input: ExpenseDefaults) => editExpenseDefaults(db, input, ctx),
      editInvoiceDefaults: (input: InvoiceDefaults) => editInvoiceDefaults(db, input, ctx),
      editCompanyDetails: (input: CompanyDetailsInput) => editCompanyDetails(db, input, ctx),
      editBankDetails: (input: BankDetails) => editBankDetails(db, input, ctx),
    }),
    [db, ctx],
  );
}
