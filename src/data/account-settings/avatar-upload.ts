import { authError } from '#data/session/auth-errors.ts';
import { AppError } from '#domain/errors.ts';
import { newId } from '#platform/ids/ids.ts';
import type { AccountService } from './account-call.ts';
import { bucketOf, isPicture } from './avatar.ts';
import { saveProfile } from './profile.ts';

/** Shown at 96 px at most, sharp on dense screens. */
const AVATAR_EDGE = 256;

/** Draws a picture as a square of `edge` pixels; throws when the browser can't decode it. */
export type CropSquare = (picture: Blob, edge: number) => Promise<Blob>;
type Person = { readonly id: string; readonly avatarPath: string };

/** What a file is decides its first bytes, not its name: only pictures, drawn anew, so that nothing of the original file is uploaded. */
export async function preparedAvatar(file: Blob, crop: CropSquare = cropSquare): Promise<Blob> {
  if (file.size === 0) throw new AppError('file_empty');
  if (!(await isPicture(file))) throw new AppError('file_type_refused');
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
