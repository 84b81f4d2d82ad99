import { AppError } from '#domain/errors.ts';
import regularUrl from './fonts/inter-400.ttf?url';
import strongUrl from './fonts/inter-600.ttf?url';
import type { FontFiles } from './write-document.ts';

async function fetched(url: string): Promise<Uint8Array> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new AppError('offline', {}, { cause });
  });
  if (!response.ok) throw new AppError('server_failed', { status: response.status });
  return new Uint8Array(await response.arrayBuffer());
}

/** The fonts of documents; part of the precache, so they are there without a network. */
export async function loadFontFiles(): Promise<FontFiles> {
  const [regular, strong] = await Promise.all([fetched(regularUrl), fetched(strongUrl)]);
  return { regular, strong };
}
