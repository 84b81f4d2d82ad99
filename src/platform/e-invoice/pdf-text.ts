import { getDocument } from 'unpdf/pdfjs';
import { systemClock } from '#platform/clock/clock.ts';

/** More than an invoice has; what is longer is not compared. */
const MAX_PAGES = 60;
const MAX_CHARACTERS = 500_000;
/** Of work; pages are read one by one, and after that no other is begun. */
const BUDGET_MS = 1_000;

/** Nothing is drawn, run or fetched. */
const TEXT_ALONE = {
  verbosity: 0,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  stopAtErrors: false,
} as const;

/** The text of the pages of a PDF, line by line; null where that is more than is read here. Rejects where it is no PDF that can be read. */
export async function pdfText(bytes: Uint8Array): Promise<string | null> {
  const began = systemClock.monotonicMs();
  const task = getDocument({ data: bytes.slice(), ...TEXT_ALONE });
  try {
    const pdf = await task.promise;
    const { numPages } = pdf;
    if (numPages > MAX_PAGES) return null;
    let text = '';
    for (let number = 1; number <= numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      text += `${items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')}\n`;
      if (text.length > MAX_CHARACTERS || (number < numPages && systemClock.monotonicMs() - began > BUDGET_MS)) return null;
    }
    return text;
  } finally {
    await task.destroy();
  }
}
