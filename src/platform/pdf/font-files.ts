import type { FontFamily } from '#domain/documents/document-fonts.ts';
import { AppError } from '#domain/errors.ts';
import sansUrl from './fonts/inter-400.ttf?url';
import sansStrongUrl from './fonts/inter-600.ttf?url';
import serifUrl from './fonts/literata-400.ttf?url';
import serifStrongUrl from './fonts/literata-600.ttf?url';
import type { FontFiles } from './write-document.ts';

const URLS: Readonly<Record<FontFamily, readonly [regular: string, strong: string]>> = {
  sans: [sansUrl, sansStrongUrl],
  serif: [serifUrl, serifStrongUrl],
};
const loading = new Map<FontFamily, Promise<FontFiles>>();

async function fetched(url: string): Promise<Uint8Array> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new AppError('offline', {}, { cause });
  });
  if (!response.ok) throw new AppError('server_failed', { status: response.status });
  return new Uint8Array(await response.arrayBuffer());
}

async function loaded(family: FontFamily): Promise<FontFiles> {
  const [regular, strong] = await Promise.all(URLS[family].map(fetched));
  if (!regular || !strong) throw new AppError('unexpected', { reason: 'font_missing' });
  return { regular, strong };
}

/** The fonts of a family, kept on the device soon after the app; AppError `offline` where they are neither here nor to be had. A failure is not remembered. */
export function loadFontFiles(family: FontFamily): Promise<FontFiles> {
  const known = loading.get(family);
  if (known) return known;
  const started = loaded(family);
  loading.set(family, started);
  started.catch(() => loading.delete(family));
  return started;
}
