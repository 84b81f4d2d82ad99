import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ARCHIVE_TABLES } from '#domain/archive/archive-tables.ts';
import type { Row } from '#domain/archive/canonical.ts';
import type { ArchiveSource, SourceState } from '#domain/archive/write-archive.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Query } from '#local/db/port.ts';
import { createObjectStore, type ObjectStore } from '#local/storage/object-store.ts';

/** Small pages: as JSON text, as objects and as lines each of them is in memory several times. */
const PAGE_ROWS = 500;
const PAGE_BYTES = 1024 * 1024;
const PAGE_DOCUMENTS = 100;

const pageSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())), more: z.boolean() });

/** The bytes that the embedded platform keeps; null for a database whose files lie elsewhere. */
async function openStore(dataDir: string): Promise<ObjectStore | null> {
  const dir = join(dataDir, 'storage');
  return existsSync(dir) ? createObjectStore(dir) : null;
}

/** A company as its database has it. `query` runs in one transaction that sees one state. */
export async function databaseSource(query: Query, { companyId, dataDir }: { companyId: string; dataDir: string }): Promise<ArchiveSource> {
  const store = await openStore(dataDir);
  const answerOf = async (sql: string, params: readonly unknown[]): Promise<unknown> => (await query(sql, params)).rows[0]?.['answer'];
  return {
    kind: 'database',
    companyId,
    userId: null,
    tables: ARCHIVE_TABLES.map(({ name }) => name),
    state: async () => (await answerOf('select private.archive_state($1) as answer', [companyId])) as SourceState,
    async *rows(table) {
      for (let after: Row | null = null; ;) {
        const params: readonly unknown[] = [companyId, table, after && JSON.stringify(after), PAGE_ROWS, PAGE_BYTES];
        const page: z.infer<typeof pageSchema> = z.parse(
          pageSchema,
          await answerOf('select private.archive_page($1, $2, $3::jsonb, $4, $5, true) as answer', params),
        );
        yield page.rows;
        after = page.rows.at(-1) ?? null;
        if (!page.more || after === null) return;
      }
    },
    async file(bucket, path) {
      const { rows } = await query('select version from storage.objects where bucket_id = $1 and name = $2', [bucket, path]);
      const stream = typeof rows[0]?.['version'] === 'string' ? await store?.read(rows[0]['version']) : null;
      return stream ? new Uint8Array(await new Response(stream).arrayBuffer()) : null;
    },
    async *documents() {
      for (let after: string | null = null; ;) {
        const documents = (await answerOf('select private.archive_documents($1, $2, $3) as answer', [
          companyId,
          after,
          PAGE_DOCUMENTS,
        ])) as Invoice[];
        yield documents;
        after = documents.at(-1)?.id ?? null;
        if (documents.length < PAGE_DOCUMENTS) return;
      }
    },
    missing: async () => [],
    unsynced: async () => 0,
  };
}
