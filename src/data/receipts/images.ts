import { RECEIPT_JPEG_QUALITY, RECEIPT_MAX_EDGE, THUMBNAIL_EDGE } from '#domain/files/receipt-image.ts';

/** `stored` is null when the original is already small enough to keep byte for byte. */
export type ShrunkImage = { readonly stored: Blob | null; readonly thumbnail: Blob };
/** Decodes and scales; throws when the browser cannot decode the bytes. */
export type ShrinkImage = (original: Blob, options: { readonly mustConvert: boolean }) => Promise<ShrunkImage>;

/** The size that fits `edge` on the long side; never larger than the picture is. */
export function fitWithin({ width, height }: { width: number; height: number }, edge: number): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Works in a worker and on the page alike. The picture is turned upright by its EXIF orientation, transparency becomes paper white. */
export const shrinkImage: ShrinkImage = async (original, { mustConvert }) => {
  const bitmap = await createImageBitmap(original, { imageOrientation: 'from-image' });
  try {
    const thumbnail = await drawJpeg(bitmap, THUMBNAIL_EDGE, 0.7);
    const isSmall = Math.max(bitmap.width, bitmap.height) <= RECEIPT_MAX_EDGE;
    if (isSmall && !mustConvert) return { stored: null, thumbnail };
    const drawn = await drawJpeg(bitmap, RECEIPT_MAX_EDGE, RECEIPT_JPEG_QUALITY);
    return { stored: drawn, thumbnail };
  } finally {
    bitmap.close();
  }
};

async function drawJpeg(bitmap: ImageBitmap, edge: number, quality: number): Promise<Blob> {
  const { width, height } = fitWithin(bitmap, edge);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no 2d context');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
