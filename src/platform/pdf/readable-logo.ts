import type { PrintableBranding } from '#domain/documents/printable-document.ts';

type Branded = { readonly branding: Pick<PrintableBranding, 'logo'> };

const READABLE = new Set(['image/png', 'image/jpeg']);

/** The document with a logo that the writer reads: what else the browser can show (WebP, AVIF) becomes a PNG. */
export async function withReadableLogo<T extends Branded>(document: T): Promise<T> {
  const { logo } = document.branding;
  if (!logo || READABLE.has(logo.mime) || typeof OffscreenCanvas === 'undefined') return document;
  const bitmap = await createImageBitmap(new Blob([logo.bytes.slice()], { type: logo.mime })).catch(() => null);
  // Not an image to this browser: the writer refuses it and says so.
  if (!bitmap) return document;
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const png = await canvas.convertToBlob({ type: 'image/png' });
  return { ...document, branding: { ...document.branding, logo: { bytes: new Uint8Array(await png.arrayBuffer()), mime: 'image/png' } } };
}
