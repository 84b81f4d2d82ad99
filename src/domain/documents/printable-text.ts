import type { DocumentLanguage } from './printable-document.ts';
import type { PrintableReport } from './printable-report.ts';

/** A piece of a text: its headings, paragraphs, points, and tables of words whose columns have shares of the width. */
export type TextPart =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'points'; readonly points: readonly string[] }
  | {
      readonly kind: 'table';
      /** Empty for a table of names and what they stand for. */
      readonly headings: readonly string[];
      readonly shares: readonly number[];
      readonly rows: readonly (readonly string[])[];
    };

/** A text on paper, of any number of pages, in words of its language; headed and footed like a report. */
export type PrintableText = Pick<PrintableReport, 'made_at' | 'title' | 'lines' | 'notes' | 'made_on' | 'seller' | 'branding'> & {
  readonly kind: 'text';
  readonly language: DocumentLanguage;
  readonly parts: readonly TextPart[];
};
