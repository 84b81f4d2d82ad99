import { authorise, type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { changeRecord } from '#data/core/write.ts';
import {
  type BankDetails,
  bankDetailsSchema,
  type CompanyDetailsInput,
  companyDetailsSchema,
  withBankDetails,
  withCompanyDetails,
} from '#domain/companies/company-details.ts';
import { type InvoiceDefaults, invoiceSettingsSchema } from '#domain/companies/invoice-defaults.ts';
import { bareIban } from '#domain/documents/iban.ts';
import { AppError } from '#domain/errors.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { type ExpenseDefaults, expenseDefaultsSchema } from '#domain/companies/expense-defaults.ts';
import type { Company } from '#domain/companies/company.ts';

/** What new expenses start with and what an approval means; other settings stay as they are. */
export async function editExpenseDefaults(db: CompanyDatabase, input: ExpenseDefaults, ctx: CommandContext): Promise<Company> {
  const values = parseInput(expenseDefaultsSchema, input);
  authorise(ctx, 'settings.expense');
  return changeRecord(db, 'companies', ctx.companyId, (current) => ({
    ...current,
    settings: { ...current.settings, expense_defaults: values },
  }));
}

/** What new invoices start with and how documents look; other settings stay as they are. */
export async function editInvoiceDefaults(db: CompanyDatabase, input: InvoiceDefaults, ctx: CommandContext): Promise<Company> {
  const values = parseInput(invoiceSettingsSchema, input);
  authorise(ctx, 'settings.invoice');
  return changeRecord(db, 'companies', ctx.companyId, (current) => ({
    ...current,
    settings: { ...current.settings, invoice_defaults: { ...current.settings.invoice_defaults, ...values } },
  }));
}

/** Name, address, tax numbers and look of the company. */
export async function editCompanyDetails(db: CompanyDatabase, input: CompanyDetailsInput, ctx: CommandContext): Promise<Company> {
  const values = parseInput(companyDetailsSchema, input);
  authorise(ctx, 'company.update');
  return changeRecord(db, 'companies', ctx.companyId, (current) => withCompanyDetails(current, values));
}

/** The account that customers pay into. Needs a connection: two devices must not print two accounts. AppError `offline` without one. */
export async function editBankDetails(
  db: CompanyDatabase,
  input: BankDetails,
  ctx: CommandContext,
  isOnline: () => boolean = isOnlineHint,
): Promise<Company> {
  const { iban, bic, ...values } = parseInput(bankDetailsSchema, input);
  authorise(ctx, 'bank_accounts.manage');
  if (!isOnline()) throw new AppError('offline');
  const bank = { ...values, iban: bareIban(iban), bic: bareIban(bic) };
  return changeRecord(db, 'companies', ctx.companyId, (current) => withBankDetails(current, bank));
}
