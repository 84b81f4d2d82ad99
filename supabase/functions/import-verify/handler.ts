import * as z from 'zod/mini';
import { asCaller, asPlatform } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import type { FunctionEnv } from '#functions/_shared/env.ts';
import { keyHeaders, secretKey } from '#functions/_shared/keys.ts';
import { Refusal } from '#functions/_shared/refusal.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const bodySchema = z.object({
  import: z.string().check(z.regex(UUID)),
  bucket: z.enum(['uploads', 'logos']),
  path: z.string().check(z.maxLength(500), z.regex(/^[0-9a-f-]{36}\/(again\/)?(original\/)?[0-9a-z.-]+$/)),
});

/** With the platform's rights: what lies there from before may be somebody else's, of whom nothing is told but whether it is the same. */
async function bytesAt(env: FunctionEnv, bucket: string, path: string): Promise<ArrayBuffer> {
  const response = await fetch(`${env['SUPABASE_URL']}/storage/v1/object/authenticated/${bucket}/${path}`, {
    headers: keyHeaders(secretKey(env)),
  });
  if (response.ok) return response.arrayBuffer();
  await response.body?.cancel();
  throw response.status < 500 ? new Refusal(404, 'not_found') : new Refusal(503, 'The storage did not answer', String(response.status));
}

/** Reads a stored file of the caller's import, `{ import, bucket, path }`, and notes whether it is what the archive says. */
export const handler = endpoint(bodySchema, async (call) => {
  const { import: id, bucket, path } = call.body;
  const file = { p_id: id, p_bucket: bucket, p_name: path };
  const p_asked_at = z.string().parse(await asCaller(call, 'import_file_to_check', file));
  const bytes = await bytesAt(call.env, bucket, path);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const p_sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const isRight = await asPlatform(call.env, 'note_import_file', { ...file, p_sha256, p_size: bytes.byteLength, p_asked_at });
  return { state: z.boolean().parse(isRight) ? 'verified' : 'mismatch' };
});
