import type { ReceiptMimeType } from './file.ts';

export type SniffedType = ReceiptMimeType | 'image/heic' | 'image/svg+xml';

/** How many bytes from the start `sniffType` wants to see. */
export const SNIFF_BYTES = 1024;

/** What a file is by its first bytes; its name and the type the browser claims are only what somebody called it. Null: nothing we know. */
export function sniffType(head: Uint8Array): SniffedType | null {
  const ascii = String.fromCharCode(...head.subarray(0, SNIFF_BYTES));
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'image/webp';
  // Readers accept a PDF whose header comes a little later; scanners put their own line before it.
  if (/^.{0,1000}%PDF-\d/s.test(ascii)) return 'application/pdf';
  if (ascii.slice(4, 8) === 'ftyp' && /^(heic|heix|hevc|heim|heis|mif1|msf1)/.test(ascii.slice(8, 12))) return 'image/heic';
  if (/^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/is.test(ascii)) return 'image/svg+xml';
  if (E_INVOICE.test(ascii.replaceAll('\0', ''))) return 'application/xml';
  return null;
}

/** XML that says it is one, or begins with the root of an e-invoice; UTF-16 has a zero beside each letter. Whether it is one is read before it is taken in. */
const E_INVOICE =
  /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*<(?:\?xml\s|(?:[\w.-]+:)?(?:Invoice|CreditNote|CrossIndustryInvoice)[\s>])/;

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
