import { authError } from '#data/session/auth-errors.ts';
import { companyChoice, session } from '#data/session/session.ts';
import { importArchive, type ImportStep } from '#domain/archive/import-archive.ts';
import { AppError } from '#domain/errors.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { supabaseClient } from '#platform/supabase/client.ts';
import { serverTarget } from './import-target.ts';

type Options = { readonly onStep: (step: ImportStep) => void; readonly signal: AbortSignal };

/** Brings the company of an archive in and opens it; false where nobody waited for that any more. The signed-in person owns it. Needs a connection. Throws what `importFault` puts into words. */
export async function importCompany(file: Blob, { onStep, signal }: Options): Promise<boolean> {
  const now = session.getSnapshot();
  if (now.status !== 'signed_in') throw new AppError('not_signed_in');
  if (!isOnlineHint()) throw new AppError('offline');
  const open = companyChoice.awaiting(signal);
  const client = await supabaseClient().catch((error: unknown) => {
    throw authError(error);
  });
  const company = await importArchive(file, serverTarget(client), { person: now.user.id, onStep, signal });
  await companyChoice.refresh();
  return open(company);
}
