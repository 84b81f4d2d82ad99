import { type CommandContext, authorise } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { createEntry } from '#data/directory/directory.commands.ts';
import type { ImportInput } from '#domain/csv/read-import.ts';
import { type DirectoryInput, type DirectoryName, directories } from '#domain/directories.ts';

const CHUNK = 25;

export type ImportRun = {
  readonly name: DirectoryName;
  readonly inputs: readonly ImportInput[];
  /** Called after every chunk with how many are written. */
  readonly onProgress?: (written: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Writes the rows in their order and answers how many it wrote; stopped by `signal` between two rows. A refusal (storage full, say) throws after
 * the last progress was told, so that nobody has to guess which rows are there.
 */
export async function importRecords(
  db: CompanyDatabase,
  { name, inputs, onProgress, signal }: ImportRun,
  ctx: CommandContext,
): Promise<number> {
  authorise(ctx, `${directories[name].resource}.import`);
  let written = 0;
  try {
    for (const input of inputs) {
      if (signal?.aborted) break;
      await createEntry(db, name, input as DirectoryInput, ctx); // refused there when it is none
      written += 1;
      if (written % CHUNK === 0) onProgress?.(written);
    }
  } finally {
    onProgress?.(written);
  }
  return written;
}
