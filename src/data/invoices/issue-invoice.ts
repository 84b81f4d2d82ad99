import { editCompanyDetails } from '#data/companies/companies.commands.ts';
import { type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { sameValue } from '#data/changes/same-value.ts';
import { editEntry } from '#data/directory/directory.commands.ts';
import { companyDetailsOf } from '#domain/companies/company-details.ts';
import { customerInputSchema } from '#domain/customers/customer.ts';
import { AppError } from '#domain/errors.ts';
import { type Invoice, invoiceInputSchema } from '#domain/invoices/invoice.ts';
import {
  detailsWith,
  type IssueSources,
  type MissingValues,
  missingValuesOf,
  missingValuesSchema,
  stillMissing,
  withMissing,
} from '#domain/invoices/missing-values.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { editInvoiceDraft, markReadyToIssue } from './invoices.commands.ts';

export type IssueRequest = {
  /** The records as the dialog showed them. */
  readonly shown: IssueSources;
  /** What was asked for and typed. */
  readonly values: MissingValues;
  readonly overruled: readonly string[];
  /** Then a number that this device took along may be given. */
  readonly isOffline?: boolean;
};

/**
 * Puts what was asked for where it belongs (company, customer, draft), then asks the server to issue. Each step may be the last one that happened:
 * what was saved is asked for no more, and nothing is issued before all of it is there. AppError `invalid_input` as {@link markReadyToIssue}, before anything is written.
 */
export async function issueInvoice(
  db: CompanyDatabase,
  { shown, values, overruled, isOffline = false }: IssueRequest,
  ctx: CommandContext,
): Promise<Invoice> {
  const typed = parseInput(missingValuesSchema, values);
  const issues = stillMissing(shown, typed);
  if (issues.length > 0) throw new AppError('invalid_input', { issues });
  await saveSeller(db, shown, typed, ctx);
  await saveBuyer(db, shown, typed, ctx);
  return markReadyToIssue(db, { seen: await saveService(db, shown, typed, ctx), overruled, isOffline }, ctx);
}

const isChanged = (shown: IssueSources, values: MissingValues, part: keyof MissingValues): boolean =>
  !sameValue(missingValuesOf(shown)[part], values[part]);

async function saveSeller(db: CompanyDatabase, shown: IssueSources, values: MissingValues, ctx: CommandContext): Promise<void> {
  if (!isChanged(shown, values, 'seller')) return;
  const opened = companyDetailsOf(shown.company);
  await editCompanyDetails(db, { opened, values: detailsWith(opened, values) }, ctx);
}

async function saveBuyer(db: CompanyDatabase, shown: IssueSources, values: MissingValues, ctx: CommandContext): Promise<void> {
  const { customer } = shown;
  const next = withMissing(shown, values).customer;
  if (!customer || !next || !isChanged(shown, values, 'buyer')) return;
  const [opened, input] = [inputFrom(customerInputSchema, customer), inputFrom(customerInputSchema, next)];
  await editEntry(db, 'customers', { id: customer.id, opened, input }, ctx);
}

async function saveService(db: CompanyDatabase, shown: IssueSources, values: MissingValues, ctx: CommandContext): Promise<Invoice> {
  const { invoice } = shown;
  if (!isChanged(shown, values, 'invoice')) return invoice;
  const opened = inputFrom(invoiceInputSchema, invoice);
  return editInvoiceDraft(db, { id: invoice.id, opened, input: { ...opened, ...values.invoice } }, ctx);
}
