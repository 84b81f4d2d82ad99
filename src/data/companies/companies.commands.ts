import { authorise, type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { toRecord } from '#data/core/stored-form.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { changeRecord } from '#data/core/write.ts';
import { registry } from '#domain/registry.ts';
import {
  type BankAccountInput,
  bankAccountInputSchema,
  isSameAccount,
  withBankAccount,
  withDefaultAccount,
  withoutBankAccount,
} from '#domain/bank-accounts/bank-account-input.ts';
import { BANK_ACCOUNTS_MAX, type BankAccount } from '#domain/bank-accounts/bank-account.ts';
import { type CompanyDetailsInput, companyDetailsSchema, withCompanyDetails } from '#domain/companies/company-details.ts';
import { type Bookkeeping, bookkeepingSchema } from '#domain/companies/company-settings.ts';
import { type Company, completeCompany } from '#domain/companies/company.ts';
import { type PaymentTexts, paymentTextsSchema, withPaymentTexts } from '#domain/companies/document-texts.ts';
import { type ExpenseDefaults, expenseDefaultsSchema } from '#domain/companies/expense-defaults.ts';
import { type InvoiceSettings, invoiceSettingsSchema, withInvoiceSettings } from '#domain/companies/invoice-defaults.ts';
import { type NumberSettings, numberSettingsSchema } from '#domain/companies/number-settings.ts';
import { bookingRules } from '#data/periods/periods.queries.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import { type RecurringDefaults, recurringDefaultsSchema } from '#domain/companies/recurring-defaults.ts';
import { type ReminderSettings, reminderSettingsSchema, withFeeCurrency } from '#domain/reminders/reminder-settings.ts';
import { AppError } from '#domain/errors.ts';
import { type VatPeriod, vatMethodIn, vatPeriodsSchema, withVatPeriod } from '#domain/tax/vat-method.ts';
import { isOnlineHint } from '#platform/network/network.ts';

/** A form of settings: what it showed when it opened, and what it holds now. Only the difference is written. */
export type SettingsEdit<T> = { readonly opened: T; readonly values: T };

/** What new expenses start with and what an approval means. */
export async function editExpenseDefaults(db: CompanyDatabase, edit: SettingsEdit<ExpenseDefaults>, ctx: CommandContext): Promise<Company> {
  const values = parseInput(expenseDefaultsSchema, edit.values);
  authorise(ctx, 'settings.expense');
  return editCompany(db, ctx, { ...edit, values }, (company, expense_defaults) => ({
    ...company,
    settings: { ...company.settings, expense_defaults },
  }));
}

/** When and with what a company reminds. */
export async function editReminders(db: CompanyDatabase, edit: SettingsEdit<ReminderSettings>, ctx: CommandContext): Promise<Company> {
  const values = parseInput(reminderSettingsSchema, edit.values);
  authorise(ctx, 'settings.invoice');
  return editCompany(db, ctx, { ...edit, values }, (company, reminders) => ({
    ...company,
    settings: { ...company.settings, reminders: withFeeCurrency({ ...company.settings, reminders }) },
  }));
}

/** What new recurring invoices and expenses start with. */
export async function editRecurringDefaults(
  db: CompanyDatabase,
  edit: SettingsEdit<RecurringDefaults>,
  ctx: CommandContext,
): Promise<Company> {
  const values = parseInput(recurringDefaultsSchema, edit.values);
  authorise(ctx, 'settings.invoice');
  return editCompany(db, ctx, { ...edit, values }, (company, recurring_defaults) => ({
    ...company,
    settings: { ...company.settings, recurring_defaults },
  }));
}

/** How long corrections are possible. */
export async function editBookkeeping(db: CompanyDatabase, edit: SettingsEdit<Bookkeeping>, ctx: CommandContext): Promise<Company> {
  const values = parseInput(bookkeepingSchema, edit.values);
  authorise(ctx, 'company.update');
  return editCompany(db, ctx, { ...edit, values }, (company, bookkeeping) => ({
    ...company,
    settings: { ...company.settings, bookkeeping },
  }));
}

/** When VAT counts from a month on. AppError `period_closed` where a closed month would be counted otherwise. */
export async function editVatPeriods(db: CompanyDatabase, next: VatPeriod, ctx: CommandContext): Promise<Company> {
  authorise(ctx, 'company.update');
  const { closed } = await bookingRules(db, ctx);
  return changeRecord(db, 'companies', ctx.companyId, (stored) => {
    const company = completeCompany(stored);
    const { periods: before } = company.settings.vat;
    const periods = parseInput(vatPeriodsSchema, withVatPeriod(before, next));
    const isOther = (month: string) => vatMethodIn(periods, monthOf(month)) !== vatMethodIn(before, monthOf(month));
    if ([...closed].some(isOther)) throw new AppError('period_closed');
    return { ...company, settings: { ...company.settings, vat: { periods } } };
  });
}

/** What new invoices start with and how documents look. */
export async function editInvoiceDefaults(db: CompanyDatabase, edit: SettingsEdit<InvoiceSettings>, ctx: CommandContext): Promise<Company> {
  const values = parseInput(invoiceSettingsSchema, edit.values);
  authorise(ctx, 'settings.invoice');
  return editCompany(db, ctx, { ...edit, values }, withInvoiceSettings);
}

/** In which series documents are numbered, and whether devices may take numbers along. */
export async function editNumbers(db: CompanyDatabase, edit: SettingsEdit<NumberSettings>, ctx: CommandContext): Promise<Company> {
  authorise(ctx, 'settings.invoice');
  return editCompany(db, ctx, edit, (company, numbers) => {
    parseInput(numberSettingsSchema(company.settings), numbers);
    return { ...company, settings: { ...company.settings, numbers } };
  });
}

/** Name, address, tax numbers, timezone and look of the company. */
export async function editCompanyDetails(
  db: CompanyDatabase,
  edit: SettingsEdit<CompanyDetailsInput>,
  ctx: CommandContext,
): Promise<Company> {
  const values = parseInput(companyDetailsSchema, edit.values);
  authorise(ctx, 'company.update');
  return editCompany(db, ctx, { ...edit, values }, withCompanyDetails);
}

/** What is said about paying, beside the account. */
export async function editPaymentTexts(db: CompanyDatabase, edit: SettingsEdit<PaymentTexts>, ctx: CommandContext): Promise<Company> {
  const values = parseInput(paymentTextsSchema, edit.values);
  authorise(ctx, 'bank_accounts.manage');
  return editCompany(db, ctx, { ...edit, values }, withPaymentTexts);
}

/** Where the logo lies, in both places that the company names it. */
export async function setLogoPath(db: CompanyDatabase, logo_path: string | null, ctx: CommandContext): Promise<Company> {
  authorise(ctx, 'company.update');
  return changeRecord(db, 'companies', ctx.companyId, (current) => {
    const { company_details } = current.settings;
    const branding = { ...company_details.branding, logo_path };
    return { ...current, logo_path, settings: { ...current.settings, company_details: { ...company_details, branding } } };
  });
}

type Online = () => boolean;
type AccountEdit = {
  readonly id: string;
  readonly input: BankAccountInput;
  /** Of one that was there: as the person saw it. */ readonly seen?: BankAccount;
};

/**
 * Adds an account, or changes the one that was seen. Needs a connection: two devices must not print two accounts. AppError `offline` without one, `conflict`
 * where it is not as it was seen.
 */
export async function saveBankAccount(
  db: CompanyDatabase,
  { id, input, seen }: AccountEdit,
  ctx: CommandContext,
  isOnline: Online = isOnlineHint,
): Promise<Company> {
  const values = parseInput(bankAccountInputSchema, input);
  return changeAccounts(db, ctx, isOnline, (accounts) => {
    const before = accounts.find((account) => account.id === id);
    if (seen && !isSameAccount(seen, before)) throw new AppError('conflict');
    const next = withBankAccount(accounts, id, values);
    if (next.length > BANK_ACCOUNTS_MAX && next.length > accounts.length)
      throw new AppError('invalid_input', { issues: [{ path: 'iban', message: 'tooManyAccounts' }] });
    const isTwice = new Set(next.map(({ iban }) => iban)).size < next.length;
    if (isTwice) throw new AppError('invalid_input', { issues: [{ path: 'iban', message: 'ibanTwice' }] });
    return next;
  });
}

/** Has documents print this account from now on. */
export async function chooseBankAccount(
  db: CompanyDatabase,
  id: string,
  ctx: CommandContext,
  isOnline: Online = isOnlineHint,
): Promise<Company> {
  return changeAccounts(db, ctx, isOnline, (accounts) => withDefaultAccount(accounts, id));
}

export async function removeBankAccount(
  db: CompanyDatabase,
  id: string,
  ctx: CommandContext,
  isOnline: Online = isOnlineHint,
): Promise<Company> {
  return changeAccounts(db, ctx, isOnline, (accounts) => withoutBankAccount(accounts, id));
}

function changeAccounts(
  db: CompanyDatabase,
  ctx: CommandContext,
  isOnline: Online,
  change: (accounts: Company['bank_accounts']) => Company['bank_accounts'],
): Promise<Company> {
  authorise(ctx, 'bank_accounts.manage');
  if (!isOnline()) throw new AppError('offline');
  return changeRecord(db, 'companies', ctx.companyId, (current) => ({ ...current, bank_accounts: change(current.bank_accounts ?? []) }));
}

/** Writes what changed between `opened` and `values` (SYNC-26). AppError `no_company` without a current company (spec §5). */
async function editCompany<T>(
  db: CompanyDatabase,
  { companyId }: CommandContext,
  { opened, values }: SettingsEdit<T>,
  apply: (company: Company, part: T) => Company,
): Promise<Company> {
  const found = await db.collections.companies.findOne(companyId).exec();
  if (!found) throw new AppError('no_company');
  const current = completeCompany(toRecord(registry.companies, found.toMutableJSON()));
  const parts = (company: Company) => ({ name: company.name, settings: company.settings });
  return editRecord(db, 'companies', companyId, { opened: parts(apply(current, opened)), values: parts(apply(current, values)) });
}
