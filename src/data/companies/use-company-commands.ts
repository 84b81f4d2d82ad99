import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { BankAccountInput } from '#domain/bank-accounts/bank-account-input.ts';
import type { BankAccount } from '#domain/bank-accounts/bank-account.ts';
import type { Bookkeeping } from '#domain/companies/company-settings.ts';
import type { CompanyDetailsInput } from '#domain/companies/company-details.ts';
import type { PaymentTexts } from '#domain/companies/document-texts.ts';
import type { ExpenseDefaults } from '#domain/companies/expense-defaults.ts';
import type { InvoiceSettings } from '#domain/companies/invoice-defaults.ts';
import type { NumberSettings } from '#domain/companies/number-settings.ts';
import type { RecurringDefaults } from '#domain/companies/recurring-defaults.ts';
import type { ReminderSettings } from '#domain/reminders/reminder-settings.ts';
import type { VatPeriod } from '#domain/tax/vat-method.ts';
import {
  chooseBankAccount,
  editBookkeeping,
  editCompanyDetails,
  editExpenseDefaults,
  editInvoiceDefaults,
  editPaymentTexts,
  editReminders,
  editNumbers,
  editRecurringDefaults,
  editVatPeriods,
  removeBankAccount,
  saveBankAccount,
  type SettingsEdit,
} from './companies.commands.ts';

/** The company commands bound to the open company. */
export function useCompanyCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      editExpenseDefaults: (edit: SettingsEdit<ExpenseDefaults>) => editExpenseDefaults(db, edit, ctx),
      editReminders: (edit: SettingsEdit<ReminderSettings>) => editReminders(db, edit, ctx),
      editRecurringDefaults: (edit: SettingsEdit<RecurringDefaults>) => editRecurringDefaults(db, edit, ctx),
      editBookkeeping: (edit: SettingsEdit<Bookkeeping>) => editBookkeeping(db, edit, ctx),
      editVatPeriods: (next: VatPeriod) => editVatPeriods(db, next, ctx),
      editInvoiceDefaults: (edit: SettingsEdit<InvoiceSettings>) => editInvoiceDefaults(db, edit, ctx),
      editNumbers: (edit: SettingsEdit<NumberSettings>) => editNumbers(db, edit, ctx),
      editCompanyDetails: (edit: SettingsEdit<CompanyDetailsInput>) => editCompanyDetails(db, edit, ctx),
      editPaymentTexts: (edit: SettingsEdit<PaymentTexts>) => editPaymentTexts(db, edit, ctx),
      saveBankAccount: (seen: BankAccount | null, input: BankAccountInput) =>
        saveBankAccount(db, { id: seen?.id ?? ctx.newId(), input, ...(seen && { seen }) }, ctx),
      chooseBankAccount: (id: string) => chooseBankAccount(db, id, ctx),
      removeBankAccount: (id: string) => removeBankAccount(db, id, ctx),
    }),
    [db, ctx],
  );
}
