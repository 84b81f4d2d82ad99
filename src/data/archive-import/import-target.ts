import * as z from 'zod/mini';
import { requestError } from '#data/session/request-error.ts';
import type { ImportTarget } from '#domain/archive/import-archive.ts';
import { AppError } from '#domain/errors.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';

const progressSchema = z.object({
  company: z.uuid(),
  is_finished: z.boolean(),
  received: z.record(z.string(), z.int()),
  files: z.array(z.string()),
});
const verifiedSchema = z.object({ state: z.enum(['verified', 'mismatch']) });

type Client = Pick<SupabaseClient, 'rpc' | 'storage' | 'functions'>;

/** The server as it takes a company in from the signed-in person. Refusals are AppErrors whose `data.reason` is the server's word. */
export function serverTarget(client: Client): ImportTarget {
  const rpc = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
    const { data, error, status } = await client.rpc(name, args);
    if (error) throw requestError(error, status);
    return data;
  };
  return {
    begin: async (id, manifest) => z.parse(progressSchema, await rpc('begin_import', { p_id: id, p_manifest: manifest })),
    takeRows: async (id, table, line, rows) => void (await rpc('import_rows', { p_id: id, p_table: table, p_line: line, p_rows: rows })),
    store: async ({ bucket, path, mimeType }, bytes) => {
      const { error } = await client.storage.from(bucket).upload(path, new Blob([bytes], { type: mimeType }), { contentType: mimeType });
      const status = error && 'statusCode' in error ? Number(error.statusCode) : 0;
      // What lies there already is compared, not replaced.
      if (error && status !== 409) throw requestError(error, status);
    },
    verify: async (id, { bucket, path }) => {
      const { data, error, status } = await callFunction(client as SupabaseClient, 'import-verify', { import: id, bucket, path });
      if (error !== null) throw status === 404 ? new AppError('server_failed', { status }, { cause: error }) : requestError(error, status);
      return z.parse(verifiedSchema, data).state === 'verified';
    },
    finish: async (id) => z.parse(progressSchema, await rpc('finish_import', { p_id: id })).company,
    cancel: async (id) => void (await rpc('cancel_import', { p_id: id })),
  };
}
