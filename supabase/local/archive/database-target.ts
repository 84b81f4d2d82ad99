import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { ImportRefusal, type ImportTarget, type ArchivedFile } from '#domain/archive/import-archive.ts';
import { DatabaseError } from '#local/db/database-error.ts';
import type { Caller, Database } from '#local/db/port.ts';
import { createObjectRows } from '#local/storage/object-rows.ts';
import type { ObjectStore } from '#local/storage/object-store.ts';
import { StorageError } from '#local/storage/storage-error.ts';

const progressSchema = z.object({
  company: z.string(),
  is_finished: z.boolean(),
  received: z.record(z.string(), z.int()),
  files: z.array(z.string()),
});
const MAX_BYTES = 20_971_520;
const PLATFORM: Caller = { role: 'service_role', claims: { role: 'service_role' } };

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Parts = { readonly db: Database; readonly objects: ObjectStore; /** Who is going to own the company. */ readonly owner: string };

/** The database and the stored files themselves, for whoever runs the server: the same functions as through the API, in the owner's name. */
export function databaseTarget({ db, objects, owner }: Parts): ImportTarget {
  const caller: Caller = { role: 'authenticated', claims: { sub: owner, role: 'authenticated', aal: 'aal2' } };
  const rows = createObjectRows(db);
  const call = async (sql: string, params: readonly unknown[], as = caller): Promise<unknown> => {
    try {
      return (await db.queryAs(as, `select ${sql} as answer`, params)).rows[0]?.['answer'];
    } catch (error) {
      if (error instanceof DatabaseError && error.code === 'P0001') throw new ImportRefusal(error.message, error.detail ?? '');
      throw error;
    }
  };
  const found = async ({ bucket, path }: ArchivedFile) =>
    rows.find(bucket, path).catch((error: unknown) => {
      if (error instanceof StorageError) return null;
      throw error;
    });
  return {
    begin: async (id, manifest) => z.parse(progressSchema, await call('public.begin_import($1, $2)', [id, JSON.stringify(manifest)])),
    takeRows: async (id, table, line, taken) =>
      void (await call('public.import_rows($1, $2, $3, $4)', [id, table, line, JSON.stringify(taken)])),
    async store(file, bytes) {
      if (await found(file)) return;
      const { version, size, md5 } = await objects.receive(once(bytes), MAX_BYTES);
      const metadata = JSON.stringify({ eTag: `"${md5}"`, size, mimetype: file.mimeType, cacheControl: 'no-cache', contentLength: size });
      await rows.insert({ bucket: file.bucket, name: file.path, version, metadata, userMetadata: null }, caller, false);
      await objects.keep(version);
    },
    async verify(id, file) {
      const asked = await call('public.import_file_to_check($1, $2, $3)::text', [id, file.bucket, file.path]);
      const stored = await found(file);
      const stream = stored && (await objects.read(stored.version));
      if (!stream) return false;
      const bytes = Buffer.from(await new Response(stream).arrayBuffer());
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const note = [id, file.bucket, file.path, sha256, bytes.byteLength, asked];
      return (await call('public.note_import_file($1, $2, $3, $4, $5, $6)', note, PLATFORM)) === true;
    },
    finish: async (id) => z.parse(progressSchema, await call('public.finish_import($1)', [id])).company,
    cancel: async (id) => void (await call('public.cancel_import($1)', [id])),
  };
}
