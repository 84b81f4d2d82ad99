import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { type InvoiceProduct, type InvoiceProductInput, productInputSchema } from '#domain/products/product.ts';

export async function createProduct(db: CompanyDatabase, input: InvoiceProductInput, ctx: CommandContext): Promise<InvoiceProduct> {
  const values = parseInput(productInputSchema, input);
  authorise(ctx, 'products.create');
  return insertRecord(db, 'invoice_products', { ...newRecord(ctx), ...values });
}

/** Saves what was really changed in the form: `opened` is what the form showed when it opened. */
export async function editProduct(
  db: CompanyDatabase,
  edit: { id: string; input: InvoiceProductInput; opened?: Partial<InvoiceProductInput> },
  ctx: CommandContext,
): Promise<InvoiceProduct> {
  const values = parseInput(productInputSchema, edit.input);
  authorise(ctx, 'products.update');
  return editRecord(db, 'invoice_products', edit.id, { opened: edit.opened ?? {}, values });
}

/** An inactive product stays on existing invoices but is no longer offered for new lines. */
export async function setProductActive(
  db: CompanyDatabase,
  change: { id: string; isActive: boolean },
  ctx: CommandContext,
): Promise<InvoiceProduct> {
  authorise(ctx, 'products.update');
  return changeRecord(db, 'invoice_products', change.id, (current) => ({ ...current, is_active: change.isActive }));
}

/** Lines of invoices are copies, so a product can go at any time: documents keep what they say. */
export async function deleteProduct(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<void> {
  authorise(ctx, 'products.delete');
  await removeRecord(db, 'invoice_products', id);
}
