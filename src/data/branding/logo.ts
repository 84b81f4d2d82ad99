import { setLogoPath } from '#data/companies/companies.commands.ts';
import { authorise, type CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { sha256Hex } from '#data/receipts/prepare-receipt.ts';
import { asBlob } from '#data/receipts/receipt-store.ts';
import { AppError } from '#domain/errors.ts';
import { log } from '#platform/log/log.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { supabaseClient } from '#platform/supabase/client.ts';
import type { PreparedLogo } from './prepare-logo.ts';
import { onDevice } from '#data/device/storage-health.ts';

export const LOGOS_BUCKET = 'logos';

type Stored = { readonly data: unknown; readonly error: unknown };
type Bucket = {
  upload(path: string, bytes: Blob, options: { contentType: string }): Promise<Stored>;
  download(path: string): Promise<{ data: Blob | null; error: unknown }>;
};
type Parts = { readonly bucket?: () => Promise<Bucket>; readonly isOnline?: () => boolean };

const logosBucket = async (): Promise<Bucket> => (await supabaseClient()).storage.from(LOGOS_BUCKET) as unknown as Bucket;

/** Not a file's id, so that the list of kept receipts does not take it for one. */
const cacheId = (path: string) => `thumb:logo:${path}`;

async function keep(db: CompanyDatabase, path: string, bytes: Blob): Promise<void> {
  const sha256 = await sha256Hex(await bytes.arrayBuffer());
  const file = { id: cacheId(path), company_id: db.companyId, sha256, mime_type: bytes.type, size: bytes.size, bytes };
  // Never the oldest: a document made offline carries the logo, however many receipts were looked at since.
  await onDevice(db.device.cached_files.put({ ...file, used_at: '9999-12-31T00:00:00Z' }));
}

/** The logo's bytes: from this device, else from the server and then kept. Null when neither has them now. */
export async function logoBytes(
  db: CompanyDatabase,
  path: string,
  { bucket = logosBucket, isOnline = isOnlineHint }: Parts = {},
): Promise<Blob | null> {
  const kept = await db.device.cached_files.get(cacheId(path));
  if (kept) return asBlob(kept);
  if (!isOnline()) return null;
  try {
    const { data, error } = await (await bucket()).download(path);
    if (error || !data) throw error;
    await keep(db, path, data).catch(() => undefined);
    return data;
  } catch (error) {
    log.warn('logo.unreachable', { error });
    return null;
  }
}

/** Stores a new logo and has documents carry it from now on. AppError `offline` without a connection. */
export async function changeLogo(
  db: CompanyDatabase,
  { bytes, mime, extension }: PreparedLogo,
  ctx: CommandContext,
  { bucket = logosBucket, isOnline = isOnlineHint }: Parts = {},
): Promise<void> {
  authorise(ctx, 'company.update');
  if (!isOnline()) throw new AppError('offline');
  const path = `${ctx.companyId}/${ctx.newId()}.${extension}`;
  const { error } = await (await bucket()).upload(path, bytes, { contentType: mime });
  if (error) throw new AppError('server_failed', {}, { cause: error });
  await keep(db, path, bytes);
  // The one before stays: documents that were issued with it are printed with it. The server removes what none carries.
  await setLogoPath(db, path, ctx);
}

/** Documents show the company's name again. AppError `offline` without a connection. */
export async function removeLogo(db: CompanyDatabase, ctx: CommandContext, { isOnline = isOnlineHint }: Parts = {}): Promise<void> {
  if (!isOnline()) throw new AppError('offline');
  await setLogoPath(db, null, ctx);
}
