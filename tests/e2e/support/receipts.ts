import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

export type Receipt = {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  /** Whether the app makes it smaller. */ readonly isLarge: boolean;
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

/** A picture of stripes in the colours of `seed`; the same seed makes the same bytes. */
export function pngReceipt(name: string, seed: number, width: number, height: number): Receipt {
  const row = (y: number): Buffer => {
    const line = Buffer.alloc(1 + width * 3, 235);
    line[0] = 0;
    if ((y >> 5) % 2 === 0)
      for (let x = 40; x < width - 40 - ((y * seed) % 200); x += 1) {
        line[1 + x * 3] = (x * seed + y) & 0xff;
        line[2 + x * 3] = (seed * 37) & 0xff;
        line[3 + x * 3] = y & 0xff;
      }
    return line;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const buffer = Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
  return { name, mimeType: 'image/png', buffer, isLarge: Math.max(width, height) > 2400 };
}

/** A photo as a camera makes it: the browser's own encoder, drawn from `seed`. */
export async function jpegReceipt(page: Page, name: string, seed: number, width: number, height: number): Promise<Receipt> {
  const draw = async (size: { seed: number; width: number; height: number }): Promise<string> => {
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#f4f1ea';
    context.fillRect(0, 0, size.width, size.height);
    for (let line = 0; line < 40; line += 1) {
      context.fillStyle = `hsl(${(size.seed * 47 + line * 9) % 360} 40% 30%)`;
      context.fillRect(
        size.width * 0.1,
        size.height * (0.05 + line * 0.022),
        size.width * (0.3 + ((line * size.seed) % 5) / 10),
        size.height * 0.012,
      );
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  };
  const buffer = Buffer.from(await page.evaluate(draw, { seed, width, height }), 'base64');
  return { name, mimeType: 'image/jpeg', buffer, isLarge: Math.max(width, height) > 2400 };
}

export function pdfReceipt(name: string): Receipt {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const buffer = Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R /Size 4 >>\n%%EOF\n`, 'latin1');
  return { name, mimeType: 'application/pdf', buffer, isLarge: false };
}
