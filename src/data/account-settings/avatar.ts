import { authError } from '#data/session/auth-errors.ts';
import { SNIFF_BYTES, sniffType } from '#domain/files/sniff.ts';
import { AppError } from '#domain/errors.ts';
import { newId } from '#platform/ids/ids.ts';
import { createStore, type KeyValueStore, localStore } from '#platform/storage/web-storage.ts';
import type { AccountService } from './account-call.ts';
import { saveProfile } from './profile.ts';

const BUCKET = 'avatars';
/** Shown at 96 px at most, sharp on dense screens. */
export const AVATAR_EDGE = 256;
/** Not `sb-`: a sign-out takes the picture off the device. */
const COPY_KEY = 'kontor-avatar';
const READABLE = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/heic']);

/** Draws a picture as a square of `edge` pixels; throws when the browser can't decode it. */
export type CropSquare = (picture: Blob, edge: number) => Promise<Blob>;
type Person = { readonly id: string; readonly avatarPath: string };

/** What a file is decides its first bytes, not its name: only pictures, drawn anew, so that nothing of the original file is uploaded. */
export async function preparedAvatar(file: Blob, crop: CropSquare = cropSquare): Promise<Blob> {
  if (file.size === 0) throw new AppError('file_empty');
  const type = sniffType(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
  if (type === null || !READABLE.has(type)) throw new AppError('file_type_refused');
  try {
    return await crop(file, AVATAR_EDGE);
  } catch (cause) {
    throw new AppError('file_type_refused', {}, { cause });
  }
}

/** Puts a picture in place of the person's avatar, answers its path; the one before is deleted. */
export async function uploadAvatar(service: AccountService, person: Person, file: Blob, crop: CropSquare = cropSquare): Promise<string> {
  const picture = await preparedAvatar(file, crop);
  const path = `${person.id}/${newId()}.${picture.type === 'image/webp' ? 'webp' : 'jpg'}`;
  const bucket = await bucketOf(service);
  const { error } = await bucket.upload(path, picture, { contentType: picture.type });
  if (error) throw authError(error);
  await saveProfile(service, { avatar_path: path });
  if (person.avatarPath) await bucket.remove([person.avatarPath]);
  return path;
}

export async function removeAvatar(service: AccountService, person: Person): Promise<true> {
  await saveProfile(service, { avatar_path: null });
  if (person.avatarPath) await (await bucketOf(service)).remove([person.avatarPath]);
  return true;
}

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

const isPicture = async (data: Blob): Promise<boolean> =>
  READABLE.has(sniffType(new Uint8Array(await data.slice(0, SNIFF_BYTES).arrayBuffer())) ?? '');

async function base64(data: Blob): Promise<string> {
  const bytes = new Uint8Array(await data.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

async function bucketOf(service: AccountService) {
  try {
    return (await service.client()).storage.from(BUCKET);
  } catch (error) {
    throw authError(error);
  }
}

/** The largest square around the middle, upright by its EXIF orientation; transparency becomes white. */
const cropSquare: CropSquare = async (picture, edge) => {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    const side = Math.min(bitmap.width, bitmap.height);
    const canvas = new OffscreenCanvas(edge, edge);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('no 2d context');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, edge, edge);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, edge, edge);
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 });
  } finally {
    bitmap.close();
  }
};
