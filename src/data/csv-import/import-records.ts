import { type CommandContext, authorise } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { createCustomer } from '#data/customers/customers.commands.ts';
import { createProduct } from '#data/invoice-products/products.commands.ts';
import { createVendor } from '#data/vendors/vendors.commands.ts';
import type { CsvKind } from '#domain/csv/csv-fields.ts';
import type { ImportInput } from '#domain/csv/read-import.ts';
import type { CustomerInput } from '#domain/customers/customer.ts';
import type { InvoiceProductInput } from '#domain/products/product.ts';

const CHUNK = 25;

export type ImportRun = {
  readonly kind: CsvKind;
  readonly inputs: readonly ImportInput[];
  /** Called after every chunk with how many are written. */
  readonly onProgress?: (written: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Writes the rows in their order and answers how many it wrote; stopped by `signal` between two chunks. A refusal (storage full, say) throws after
 * the last progress was told, so that nobody has to guess which rows are there.
 */
export async function importRecords(
  db: CompanyDatabase,
  { kind, inputs, onProgress, signal }: ImportRun,
  ctx: CommandContext,
): Promise<number> {
  authorise(ctx, `${kind}.import`);
  const write = writerOf(db, kind, ctx);
  let written = 0;
  try {
    for (const input of inputs) {
      if (written % CHUNK === 0 && signal?.aborted) break;
      await write(input);
      written += 1;
      if (written % CHUNK === 0) onProgress?.(written);
    }
  } finally {
    onProgress?.(written);
  }
  return written;
}

function writerOf(db: CompanyDatabase, kind: CsvKind, ctx: CommandContext): (input: ImportInput) => Promise<unknown> {
  if (kind === 'customers') return (input) => createCustomer(db, input as CustomerInput, ctx);
  if (kind === 'vendors') return (input) => createVendor(db, input as ImportInput<'vendors'>, ctx);
  return (input) => createProduct(db, input as InvoiceProductInput, ctx);
}
