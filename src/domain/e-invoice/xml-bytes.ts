/** Bytes as text in their encoding: UTF-16 says so by its mark, others in the first line. */
export function decodedXml(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^[^<]{0,3}<\?xml[^>]*encoding\s*=\s*["']([\w.-]{1,40})["']/i.exec(head)?.[1] ?? 'utf-8';
  const isLatin = /^(iso-8859-(1|15)|windows-1252|us-ascii)$/i.test(named);
  return new TextDecoder(isLatin ? named.toLowerCase() : 'utf-8', { fatal: false }).decode(bytes);
}

/** The first name in a text after its declaration, instructions and comments; '' where there is none near its beginning. */
function rootOf(xml: string): string {
  let rest = xml.slice(0, 20_000).replace('\uFEFF', '').trimStart();
  for (;;) {
    const close = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : null;
    if (close === null) return /^<(?:[\w.-]{1,50}:)?(\w{1,50})[\s>]/.exec(rest)?.[1] ?? '';
    const end = rest.indexOf(close);
    if (end < 0) return '';
    rest = rest.slice(end + close.length).trimStart();
  }
}

const ROOTS: ReadonlySet<string> = new Set(['CrossIndustryInvoice', 'Invoice', 'CreditNote']);

/** Whether a text begins as an e-invoice does, UBL or CII. */
export const isEInvoiceXml = (xml: string): boolean => ROOTS.has(rootOf(xml));
