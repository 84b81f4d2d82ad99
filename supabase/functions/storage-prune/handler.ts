import * as z from 'zod/mini';
import { asCaller } from '#functions/_shared/database.ts';
import { type Call, endpoint } from '#functions/_shared/endpoint.ts';
import { Refusal } from '#functions/_shared/refusal.ts';

/** Of a day; what is more waits for the next. */
const ROUNDS = 20;
const PER_ROUND = 500;

const orphansSchema = z.array(z.object({ bucket_id: z.string(), name: z.string() }));

/** Only the storage service removes the bytes together with the row. Returns how many objects it removed. */
async function removeObjects({ env, caller }: Pick<Call<unknown>, 'env' | 'caller'>, bucket: string, prefixes: readonly string[]) {
  const response = await fetch(`${env['SUPABASE_URL']}/storage/v1/object/${bucket}`, {
    method: 'DELETE',
    headers: { ...caller.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes }),
  });
  if (response.ok) return z.array(z.unknown()).parse(await response.json()).length;
  await response.body?.cancel();
  throw new Refusal(502, 'The storage did not answer', String(response.status));
}

/** Deletes stored objects that no record has named for long. For a scheduler, once a day: the database lists them for nobody else. */
export const handler = endpoint(z.object({}), async (call) => {
  let removed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const orphans = orphansSchema.parse(await asCaller(call, 'list_orphan_objects', { p_limit: PER_ROUND }));
    let gone = 0;
    for (const [bucket, objects] of Map.groupBy(orphans, ({ bucket_id }) => bucket_id))
      gone += await removeObjects(
        call,
        bucket,
        objects.map(({ name }) => name),
      );
    removed += gone;
    // Nothing went although something was listed: asking again would not help.
    if (orphans.length < PER_ROUND || gone === 0) break;
  }
  return { removed };
});
