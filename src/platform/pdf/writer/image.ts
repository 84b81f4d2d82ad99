import { AppError } from '#domain/errors.ts';
import { readJpegSize } from './jpeg.ts';
import type { PdfObjects } from './objects.ts';
import { readPng, type Pixels } from './png.ts';
import { ref } from './syntax.ts';

/** An image ready to be placed; `width` and `height` are pixels. */
export type PdfImage = { readonly width: number; readonly height: number } & (
  | { readonly kind: 'jpeg'; readonly bytes: Uint8Array; readonly isGray: boolean }
  | { readonly kind: 'pixels'; readonly pixels: Pixels }
);

const isPng = (bytes: Uint8Array) => bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8;

/** Reads a PNG or JPEG by what it is, whatever its name says. Throws `file_type_refused` for anything else and for CMYK. */
export async function openImage(bytes: Uint8Array): Promise<PdfImage> {
  try {
    if (isPng(bytes)) {
      const pixels = await readPng(bytes);
      return { kind: 'pixels', width: pixels.width, height: pixels.height, pixels };
    }
    if (isJpeg(bytes)) {
      const { width, height, channels } = readJpegSize(bytes);
      if (width > 0 && height > 0 && (channels === 1 || channels === 3))
        return { kind: 'jpeg', width, height, bytes, isGray: channels === 1 };
    }
  } catch (cause) {
    throw new AppError('file_type_refused', { reason: 'unreadable_image' }, { cause });
  }
  throw new AppError('file_type_refused', { reason: 'not_png_or_jpeg' });
}

const dictionary = ({ width, height }: PdfImage, space: string): string =>
  `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/Device${space}`;

export async function addImage(objects: PdfObjects, image: PdfImage): Promise<number> {
  if (image.kind === 'jpeg')
    return objects.addStream(`${dictionary(image, image.isGray ? 'Gray' : 'RGB')}/Filter/DCTDecode`, image.bytes, false);
  const { rgb, alpha } = image.pixels;
  const mask = alpha && `/SMask ${ref(await objects.addStream(dictionary(image, 'Gray'), alpha))}`;
  return objects.addStream(dictionary(image, 'RGB') + (mask ?? ''), rgb);
}
