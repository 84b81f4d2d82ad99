import { decodedXml, isEInvoiceXml } from '#domain/e-invoice/xml-bytes.ts';

const LIMIT = 20 * 1024 * 1024;
/** Of one file; a ZUGFeRD has a few dozen streams, a catalogue of parts some hundred, and one or two attachments. */
const MAX = { streams: 20_000, attachments: 200 } as const;
/** By which an attachment is known to be an e-invoice or not. */
const HEAD = 20_000;
/** How far before its content the dictionary of a stream begins. */
const DICTIONARY = 2_000;

/** A PDF that asks for more work than an invoice does. */
export class PdfRefused extends Error {
  override name = 'PdfRefused';
}

/** What is attached is encrypted. */
export class PdfLocked extends Error {
  override name = 'PdfLocked';
}

/** Inflates an e-invoice, up to a limit: a small stream may promise gigabytes. What does not begin as one is not inflated further. */
async function inflated(bytes: Uint8Array): Promise<Uint8Array | null> {
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes as Uint8Array<ArrayBuffer>).then(() => writer.close());
  written.catch(() => undefined); // what is broken shows where it is read
  const parts: Uint8Array[] = [];
  let length = 0;
  let isJudged = false;
  const reader = stream.readable.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > LIMIT) throw new PdfRefused('size');
      parts.push(part.value);
      if (isJudged || length < HEAD) continue;
      if (!begins(joined(parts, length))) return null;
      isJudged = true;
    }
  } catch (error) {
    if (error instanceof PdfRefused) throw error;
    // Some writers leave out the checksum at the end: what came before it is whole.
    if (length === 0) return null;
  } finally {
    reader.cancel().catch(() => undefined);
  }
  return joined(parts, length);
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

const begins = (bytes: Uint8Array): boolean => isEInvoiceXml(decodedXml(bytes.subarray(0, HEAD)));

/** What is attached to a PDF, from its streams: where the content of each lies, and whether it is packed. One pass, each place looked at once. */
function* attachments(text: string): Generator<{ readonly from: number; readonly to: number; readonly isPacked: boolean }> {
  let streams = 0;
  let end = 0;
  for (let at = text.indexOf('stream'); at >= 0; at = text.indexOf('stream', at + 6)) {
    if (text.startsWith('end', at - 3)) continue;
    if ((streams += 1) > MAX.streams) throw new PdfRefused('streams');
    const before = text.slice(Math.max(0, at - DICTIONARY), at);
    const dictionary = before.slice(Math.max(0, before.lastIndexOf(' obj')));
    if (!/EmbeddedFile\b|text#2[Ff]xml|application#2[Ff]xml|text\/xml/.test(dictionary)) continue;
    const from = at + 6 + (text[at + 6] === '\r' ? 1 : 0) + (text[at + 6] === '\n' || text[at + 7] === '\n' ? 1 : 0);
    const length = /\/Length\s+(\d{1,9})\b(?!\s+\d+\s+R)/.exec(dictionary)?.[1];
    // Sought once for all streams before it.
    if (end >= 0 && end < from) end = text.indexOf('endstream', from);
    const to = length === undefined ? end : Math.min(from + Number(length), end < 0 ? text.length : end);
    if (to > from) yield { from, to, isPacked: dictionary.includes('FlateDecode') };
  }
}

/** The trailer of a PDF that is encrypted names how, in words that are not. */
const ENCRYPTED = /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/;

/**
 * The XML of an e-invoice inside a PDF (ZUGFeRD, Factur-X, Order-X's kin); null where there is none. Read from the streams themselves, not by the
 * catalogue: it is found in damaged files too, and nothing of the pages is looked at. PdfLocked where what is attached is encrypted, PdfRefused where
 * it is more work than an invoice is.
 */
export async function attachedEInvoice(pdf: Uint8Array): Promise<string | null> {
  const text = new TextDecoder('latin1').decode(pdf);
  let count = 0;
  for (const { from, to, isPacked } of attachments(text)) {
    if ((count += 1) > MAX.attachments) throw new PdfRefused('attachments');
    const raw = pdf.subarray(from, to);
    const bytes = isPacked ? await inflated(raw) : begins(raw) ? raw : null;
    const xml = bytes && decodedXml(bytes);
    if (xml && isEInvoiceXml(xml)) return xml;
  }
  if (count > 0 && ENCRYPTED.test(text)) throw new PdfLocked();
  return null;
}
