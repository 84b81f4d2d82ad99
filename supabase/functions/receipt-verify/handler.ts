import * as z from 'zod/mini';
import { asCaller, asPlatform } from '#functions/_shared/database.ts';
import { type Call, endpoint } from '#functions/_shared/endpoint.ts';
import { Refusal } from '#functions/_shared/refusal.ts';

/** Of a night; what is more waits for the next. */
const PER_NIGHT = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const bodySchema = z.object({ file: z.optional(z.string().check(z.regex(UUID))), original: z.optional(z.boolean()) });
const filesSchema = z.array(z.object({ id: z.string(), path: z.string(), asked_at: z.string() }));
type Asker = Pick<Call<unknown>, 'env' | 'caller'>;

async function bytesAt({ env, caller }: Asker, path: string): Promise<ArrayBuffer> {
  const response = await fetch(`${env['SUPABASE_URL']}/storage/v1/object/authenticated/uploads/${path}`, {
    headers: caller.headers,
  });
  if (response.ok) return response.arrayBuffer();
  await response.body?.cancel();
  throw response.status < 500 ? new Refusal(404, 'not_found') : new Refusal(503, 'The storage did not answer', String(response.status));
}

/** Reads the stored bytes with the asker's rights and notes what they are; returns whether they are what the record says. */
async function verify(asker: Asker, { id, path, asked_at }: z.infer<typeof filesSchema>[number]): Promise<boolean> {
  const bytes = await bytesAt(asker, path);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const p_sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return z.boolean().parse(
    await asPlatform(asker.env, 'note_file_check', {
      p_file: id,
      p_sha256,
      p_size: bytes.byteLength,
      p_asked_at: asked_at,
      p_path: path,
    }),
  );
}

async function verifyOne(asker: Asker, file: string, isOriginal: boolean): Promise<{ state: 'verified' | 'mismatch' }> {
  const [place, again] = filesSchema.parse(await asCaller(asker, 'file_to_check', { p_file: file, p_is_original: isOriginal }));
  if (!place) throw new Refusal(404, 'not_found');
  if (await verify(asker, place)) return { state: 'verified' };
  // Where the wrong bytes can't be overwritten, the right ones are brought to a place beside.
  const isMended = again !== undefined && (await verify(asker, again).catch(ifNothingIsThere));
  return { state: isMended ? 'verified' : 'mismatch' };
}

const ifNothingIsThere = (error: unknown): false => {
  if (error instanceof Refusal && error.status === 404) return false;
  throw error;
};

/** What was missed: the app was closed after an upload, or comes from a version that did not ask. */
async function verifyMissed(asker: Asker): Promise<{ verified: number; mismatches: number; unread: number }> {
  if (!asker.caller.isPlatform) throw new Refusal(403, 'not_allowed');
  const answers = { verified: 0, mismatches: 0, unread: 0 };
  for (const file of filesSchema.parse(await asPlatform(asker.env, 'list_unchecked_files', { p_limit: PER_NIGHT }))) {
    // One that cannot be read keeps none of the others waiting.
    const isVerified = await verify(asker, file).catch(() => null);
    answers[isVerified === null ? 'unread' : isVerified ? 'verified' : 'mismatches'] += 1;
  }
  return answers;
}

/**
 * Hashes the stored bytes of a receipt, `{ file }`, or of its original, `{ file, original: true }`, for whoever may see it: the hash that a device
 * sends is only a claim.
 * Without a file: what was missed, for a scheduler, once a day.
 */
export const handler = endpoint(bodySchema, async (call) =>
  call.body.file === undefined ? verifyMissed(call) : verifyOne(call, call.body.file, call.body.original === true),
);
