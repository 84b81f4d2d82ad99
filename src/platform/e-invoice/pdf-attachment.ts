import { decodedXml, isEInvoiceXml } from '#domain/e-invoice/xml-bytes.ts';

const LIMIT = 20 * 1024 * 1024;
const MAX_STREAMS = 20_000;

/** Inflates up to a limit: a small stream may promise gigabytes. */
async function inflated(bytes: Uint8Array): Promise<Uint8Array | null> {
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes as Uint8Array<ArrayBuffer>).then(() => writer.close());
  written.catch(() => undefined); // what is broken shows where it is read
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.readable.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > LIMIT) return null;
      parts.push(part.value);
    }
  } catch {
    // Some writers leave out the checksum at the end: what came before it is whole.
    if (length === 0) return null;
  } finally {
    reader.cancel().catch(() => undefined);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/**
 * The XML of an e-invoice inside a PDF (ZUGFeRD, Factur-X, Order-X's kin); null where there is none. Read from the streams themselves, not by the
 * catalogue: it is found in damaged files too, and nothing of the pages is looked at.
 */
export async function attachedEInvoice(pdf: Uint8Array): Promise<string | null> {
  const text = new TextDecoder('latin1').decode(pdf);
  let seen = 0;
  for (let at = text.indexOf('stream'); at >= 0 && seen < MAX_STREAMS; at = text.indexOf('stream', at + 6)) {
    if (text.startsWith('end', at - 3)) continue;
    seen += 1;
    const dictionary = text.slice(Math.max(text.lastIndexOf(' obj', at), at - 2_000), at);
    if (!/EmbeddedFile\b|text#2[Ff]xml|application#2[Ff]xml|text\/xml/.test(dictionary)) continue;
    const from = at + 6 + (text[at + 6] === '\r' ? 1 : 0) + (text[at + 6] === '\n' || text[at + 7] === '\n' ? 1 : 0);
    const length = /\/Length\s+(\d{1,9})\b(?!\s+\d+\s+R)/.exec(dictionary)?.[1];
    const end = text.indexOf('endstream', from);
    const to = length === undefined ? end : Math.min(from + Number(length), end < 0 ? text.length : Math.max(end, from));
    if (to <= from) continue;
    const raw = pdf.subarray(from, to);
    const bytes = dictionary.includes('FlateDecode') ? await inflated(raw) : raw;
    const xml = bytes && decodedXml(bytes);
    if (xml && isEInvoiceXml(xml)) return xml;
  }
  return null;
}
