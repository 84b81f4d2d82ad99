import type { PrintableTotals } from '#domain/documents/printable-document.ts';
import { taxSentence, untaxedName } from '#domain/documents/tax-notes.ts';
import { categoryOf, partCategory, rateOf, reasonOf } from '#domain/tax/line-tax.ts';
import type { Invoice, InvoiceItem } from './invoice.ts';

export type PrintableTax = {
  /** Per line, in the order of their positions: its rate (percent) and the mark of its note. */
  readonly rates: readonly number[];
  readonly marks: readonly string[];
  readonly notes: readonly string[];
  readonly isTaxed: boolean;
  readonly byRate: PrintableTotals['by_rate'];
};

type Taxed = Pick<Invoice, 'items' | 'language' | 'tax_mode' | 'tax_breakdown' | 'number'>;

/** How the lines of an invoice are taxed, in words: one sentence per reason, marked where not all lines share it. */
export function printableTax(invoice: Taxed, country: string): PrintableTax {
  const { language, tax_mode: mode } = invoice;
  const items = invoice.items.toSorted((a, b) => a.position - b.position);
  const sentenceOf = (item: InvoiceItem): string => {
    const category = categoryOf(item, mode);
    if (category === null || category === 'S') return '';
    // What was issued before lines said their category keeps the sentence it went out with.
    const words = item.tax_category || invoice.number === null ? country : 'DE';
    return taxSentence({ category, reason: reasonOf(item, mode), country: words }, language);
  };
  const sentences = items.map(sentenceOf);
  const notes = [...new Set(sentences)].filter((sentence) => sentence !== '');
  const isTaxed = items.length === 0 ? mode === 'standard' : sentences.includes('');
  const hasMarks = notes.length > 1 || (notes.length === 1 && isTaxed);
  const markOf = (sentence: string): string => (hasMarks && sentence !== '' ? `(${notes.indexOf(sentence) + 1})` : '');
  const marks = sentences.map(markOf);
  return {
    rates: items.map((item) => rateOf(item, mode)),
    marks,
    notes: notes.map((sentence) => [markOf(sentence), sentence].filter((part) => part !== '').join(' ')),
    isTaxed: isTaxed || hasMarks,
    byRate: invoice.tax_breakdown.map(({ tax_category, ...part }) => {
      const category = partCategory({ ...part, tax_category }, mode);
      if (category === null || category === 'S') return { ...part, untaxed: null };
      const its = new Set(items.flatMap((item, i) => (categoryOf(item, mode) === category ? [marks[i] ?? ''] : [])));
      return { ...part, untaxed: [untaxedName(category, language), ...its].filter((text) => text !== '').join(' ') };
    }),
  };
}
