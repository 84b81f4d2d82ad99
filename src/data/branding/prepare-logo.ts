import { fitWithin } from '#data/receipts/images.ts';
import { sniffType, SNIFF_BYTES } from '#domain/files/sniff.ts';
import { AppError } from '#domain/errors.ts';

/** Enough for the 55 mm of a letterhead at 600 dpi. */
export const LOGO_MAX_EDGE = 1200;
/** The bucket's own limit. */
export const LOGO_MAX_BYTES = 1024 * 1024;
const PICKED_MAX_BYTES = 20 * 1024 * 1024;

export type PreparedLogo = { readonly bytes: Blob; readonly mime: 'image/png' | 'image/jpeg'; readonly extension: 'png' | 'jpg' };
/** Draws a picture at most `edge` wide and high; throws when the browser cannot decode it. */
export type DrawLogo = (
  original: Blob,
  edge: number,
  mime: PreparedLogo['mime'],
) => Promise<{ readonly bytes: Blob; readonly isSmaller: boolean }>;
export type LogoRefusal = 'svg' | 'type' | 'undecoded' | 'tooLarge' | 'tooHeavy';

const refused = (reason: LogoRefusal, cause?: unknown) => new AppError('file_type_refused', { reason }, { cause });

/**
 * Makes a logo of whatever was picked: told by its bytes, not larger than a letterhead needs, and of a kind that documents can carry — a
 * WebP becomes a PNG once, here. AppError `file_type_refused` with a `LogoRefusal` as reason.
 */
export async function prepareLogo(file: Blob, draw: DrawLogo = drawLogo): Promise<PreparedLogo> {
  if (file.size > PICKED_MAX_BYTES) throw refused('tooLarge');
  const type = sniffType(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
  if (type === 'image/svg+xml') throw refused('svg');
  if (type !== 'image/png' && type !== 'image/jpeg' && type !== 'image/webp') throw refused('type');
  const mime = type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  for (const edge of [LOGO_MAX_EDGE, LOGO_MAX_EDGE / 2]) {
    const drawn = await draw(file, edge, mime).catch((cause: unknown) => {
      throw refused('undecoded', cause);
    });
    // A small one stays as it was drawn by its maker, byte for byte.
    const isKept = type === mime && !drawn.isSmaller && file.size <= LOGO_MAX_BYTES;
    const bytes = isKept ? new Blob([await file.arrayBuffer()], { type: mime }) : drawn.bytes;
    if (bytes.size <= LOGO_MAX_BYTES) return { bytes, mime, extension: mime === 'image/png' ? 'png' : 'jpg' };
  }
  throw refused('tooHeavy');
}

const drawLogo: DrawLogo = async (original, edge, mime) => {
  const bitmap = await createImageBitmap(original, { imageOrientation: 'from-image' });
  try {
    const { width, height } = fitWithin(bitmap, edge);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no 2d context');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    return { bytes: await canvas.convertToBlob({ type: mime, quality: 0.9 }), isSmaller: width < bitmap.width };
  } finally {
    bitmap.close();
  }
};
