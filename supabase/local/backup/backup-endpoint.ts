import { timingSafeEqual } from 'node:crypto';
import { StartRefused } from '#local/data-dir.ts';
import { makeBackup, type BackupSource } from './make-backup.ts';

export const BACKUP_PATH = '/_backup';

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `POST /_backup` with the service key gives a backup's bytes: an embedded database can be read by its server alone. */
export function createBackupEndpoint(source: BackupSource, key: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const given = request.headers.get('authorization') ?? '';
    if (request.method !== 'POST' || !isSame(given, `Bearer ${key}`)) return new Response('Not found', { status: 404 });
    const headers = { 'content-type': 'application/x-tar', 'cache-control': 'no-store' };
    return new Response(await makeBackup(source), { headers });
  };
}

async function* whole(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new StartRefused('The running server broke the backup off. Its log says why: “backup not made”.');
  }
}

/** A backup as the running server at `address` gives it. Throws `StartRefused` where it is broken off. */
export async function askForBackup(address: string, key: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(`${address}${BACKUP_PATH}`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
  if (response.ok && response.body) return whole(response.body);
  await response.body?.cancel();
  throw new Error(`The server at ${address} answered ${response.status}.`);
}
