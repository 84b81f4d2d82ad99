import { authError } from '#data/session/auth-errors.ts';
import { SNIFF_BYTES, sniffType } from '#domain/files/sniff.ts';
import { createStore, type KeyValueStore, localStore } from '#platform/storage/web-storage.ts';
import type { AccountService } from './account-call.ts';

const BUCKET = 'avatars';
/** Not `sb-`: a sign-out takes the picture off the device. */
const COPY_KEY = 'kontor-avatar';
const READABLE = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/heic']);

/** The picture as a `data:` address: from this device at once, from the server the first time; null when it can't be had. */
export async function avatarSource(service: AccountService, path: string, store: KeyValueStore = localStore): Promise<string | null> {
  const [known, source] = store.get(COPY_KEY)?.split(' ') ?? [];
  if (known === path && source) return source;
  try {
    const { data } = await (await bucketOf(service)).download(path);
    if (!data || !(await isPicture(data))) return null;
    const fresh = `data:${data.type};base64,${await base64(data)}`;
    store.set(COPY_KEY, `${path} ${fresh}`);
    return fresh;
  } catch {
    return null; // initials take its place
  }
}

const pictures = new Map<string, Promise<string | null>>();
const keepsNothing = createStore(() => undefined);

/** A colleague's picture, fetched once per visit; only one's own stays on the device. */
export function colleagueSource(service: AccountService, path: string): Promise<string | null> {
  const known = pictures.get(path) ?? avatarSource(service, path, keepsNothing);
  pictures.set(path, known);
  void known.then((source) => source === null && pictures.delete(path));
  return known;
}

/** Whether these bytes are a picture that can be shown; the name of a file says nothing. */
export const isPicture = async (data: Blob): Promise<boolean> =>
  READABLE.has(sniffType(new Uint8Array(await data.slice(0, SNIFF_BYTES).arrayBuffer())) ?? '');

async function base64(data: Blob): Promise<string> {
  const bytes = new Uint8Array(await data.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Where the pictures lie on the server. */
export async function bucketOf(service: AccountService) {
  try {
    return (await service.client()).storage.from(BUCKET);
  } catch (error) {
    throw authError(error);
  }
}
