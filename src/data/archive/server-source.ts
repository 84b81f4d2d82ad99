import * as z from 'zod/mini';
import { type AccountService, callRpc } from '#data/account-settings/account-call.ts';
import { ARCHIVE_TABLES } from '#domain/archive/archive-tables.ts';
import type { Row } from '#domain/archive/canonical.ts';
import type { ArchiveSource, Exported, SourceState } from '#domain/archive/write-archive.ts';
import { AppError } from '#domain/errors.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';

const PAGE_ROWS = 1000;
const PAGE_DOCUMENTS = 200;

const stateSchema = z.object({
  schema: z.nullable(z.string()),
  ledger: z.nullable(z.object({ seq: z.int(), sha256: z.string(), at: z.string() })),
  books: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.int(), head: z.string() })),
  bank_data: z.boolean(),
});
const pageSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())), more: z.boolean() });

/** A company as its server has it, page by page. Whoever asks holds `company.export`; AppErrors of a call. */
export function serverSource(service: AccountService, { companyId, userId }: { companyId: string; userId: string }): ArchiveSource {
  let seesBankData = true;
  const page = async (table: string, after: Row | null) =>
    z.parse(
      pageSchema,
      await callRpc(service, 'export_page', { p_company: companyId, p_table: table, p_after: after, p_limit: PAGE_ROWS }),
    );
  return {
    kind: 'server',
    companyId,
    userId,
    tables: ARCHIVE_TABLES.map(({ name }) => name),
    async state(): Promise<SourceState> {
      const state = z.parse(stateSchema, await callRpc(service, 'export_state', { p_company: companyId }));
      seesBankData = state.bank_data;
      return state;
    },
    async *rows(table) {
      let asked = page(table, null);
      for (;;) {
        const { rows, more } = await asked;
        const last = rows.at(-1);
        // The next page is on its way while this one is written.
        if (more && last) asked = page(table, last);
        asked.catch(() => undefined);
        yield rows;
        if (!more || !last) return;
      }
    },
    async file(bucket, path) {
      const client = await service.client();
      const { data, error } = await client.storage.from(bucket).download(path);
      if (data) return new Uint8Array(await data.arrayBuffer());
      const status = Number((error as { status?: unknown } | null)?.status ?? 0);
      if (status === 400 || status === 404) return null;
      throw new AppError(status === 0 ? 'offline' : 'server_failed', { status }, { cause: error });
    },
    async *documents() {
      for (let after: string | null = null; ;) {
        const args: Record<string, unknown> = { p_company: companyId, p_after: after, p_limit: PAGE_DOCUMENTS };
        const documents = (await callRpc(service, 'export_documents', args)) as readonly Invoice[];
        yield documents;
        after = documents.at(-1)?.id ?? null;
        if (documents.length < PAGE_DOCUMENTS) return;
      }
    },
    missing: async () => (seesBankData ? [] : [{ what: 'bank_data', names: [], count: null }]),
    unsynced: async () => 0,
  };
}

/** Tells the server that an archive of it was written: it stands in the history, and a complete one is what deleting the company asks for. */
export async function noteExport(service: AccountService, companyId: string, { books, sha256, bytes, manifest }: Exported): Promise<void> {
  const noted = { p_books: books, p_sha256: sha256, p_bytes: bytes, p_is_complete: manifest.is_complete };
  await callRpc(service, 'note_export', { p_company: companyId, ...noted });
}
