import { type Customer, type CustomerInput, customerInputSchema } from '#domain/customers/customer.ts';
import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { AppError } from '#domain/errors.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';

export async function createCustomer(db: CompanyDatabase, input: CustomerInput, ctx: CommandContext): Promise<Customer> {
  const values = parseInput(customerInputSchema, input);
  authorise(ctx, 'customers.create');
  return insertRecord(db, 'customers', { ...newRecord(ctx), ...values });
}

/** Saves what was really changed in the form: `opened` is what the form showed when it opened. */
export async function editCustomer(
  db: CompanyDatabase,
  edit: { id: string; input: CustomerInput; opened?: Partial<CustomerInput> },
  ctx: CommandContext,
): Promise<Customer> {
  const values = parseInput(customerInputSchema, edit.input);
  authorise(ctx, 'customers.update');
  return editRecord(db, 'customers', edit.id, { opened: edit.opened ?? {}, values });
}

/** An inactive customer stays on existing records but is no longer offered for new ones. */
export async function setCustomerActive(
  db: CompanyDatabase,
  change: { id: string; isActive: boolean },
  ctx: CommandContext,
): Promise<Customer> {
  authorise(ctx, 'customers.update');
  return changeRecord(db, 'customers', change.id, (current) => ({ ...current, is_active: change.isActive }));
}

/** Only a customer that no expense and no invoice names can be deleted; the server refuses the rest, so this device does not even try. */
export async function deleteCustomer(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<void> {
  authorise(ctx, 'customers.delete');
  const expense = await db.collections.expenses.findOne({ selector: { customer_id: id } }).exec();
  const invoice = await db.collections.invoices.findOne({ selector: { customer_id: id } }).exec();
  if (expense || invoice) throw new AppError('in_use', { collection: 'customers', id });
  await removeRecord(db, 'customers', id);
}
