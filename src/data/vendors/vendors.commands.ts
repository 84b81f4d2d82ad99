import { type Vendor, type VendorInput, vendorInputSchema } from '#domain/vendors/vendor.ts';
import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { AppError } from '#domain/errors.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';

export async function createVendor(db: CompanyDatabase, input: VendorInput, ctx: CommandContext): Promise<Vendor> {
  const values = parseInput(vendorInputSchema, input);
  authorise(ctx, 'vendors.create');
  return insertRecord(db, 'vendors', { ...newRecord(ctx), ...values });
}

/** Saves what was really changed in the form: `opened` is what the form showed when it opened. */
export async function editVendor(
  db: CompanyDatabase,
  edit: { id: string; input: VendorInput; opened?: Partial<VendorInput> },
  ctx: CommandContext,
): Promise<Vendor> {
  const values = parseInput(vendorInputSchema, edit.input);
  authorise(ctx, 'vendors.update');
  return editRecord(db, 'vendors', edit.id, { opened: edit.opened ?? {}, values });
}

/** An inactive vendor stays on existing records but is no longer offered for new ones. */
export async function setVendorActive(
  db: CompanyDatabase,
  change: { id: string; isActive: boolean },
  ctx: CommandContext,
): Promise<Vendor> {
  authorise(ctx, 'vendors.update');
  return changeRecord(db, 'vendors', change.id, (current) => ({ ...current, is_active: change.isActive }));
}

/** Only a vendor that no expense names can be deleted; the server refuses the rest, so this device does not even try. */
export async function deleteVendor(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<void> {
  authorise(ctx, 'vendors.delete');
  const user = await db.collections.expenses.findOne({ selector: { vendor_id: id } }).exec();
  if (user) throw new AppError('in_use', { collection: 'vendors', id });
  await removeRecord(db, 'vendors', id);
}
