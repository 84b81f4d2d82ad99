import type { DocumentLanguage, PrintableBranding, PrintableSeller } from './printable-document.ts';

export type PrintableReportRow = {
  /** What the row is called, then one text per column; amounts without a currency sign. */
  readonly label: string;
  readonly cells: readonly string[];
  readonly kind: 'item' | 'subtotal' | 'total';
};

/** What a report says on paper, in words and figures of the person's language; whoever prints it adds nothing up. */
export type PrintableReport = {
  readonly kind: 'report';
  readonly language: DocumentLanguage;
  /** Instant written into the file as its date; the same report gives the same bytes. */
  readonly made_at: string;
  readonly title: string;
  /** Period, comparison, currency: one line each, the first stands out and is repeated at the head of every page. */
  readonly lines: readonly string[];
  /** What counts and what does not. */
  readonly notes: readonly string[];
  /** Foot of every page: when it was made. */
  readonly made_on: string;
  readonly seller: Pick<PrintableSeller, 'name' | 'address_lines'>;
  readonly branding: Pick<PrintableBranding, 'logo' | 'primary_color' | 'accent_color' | 'font'>;
  /** Heading of the rows, then one per column. */
  readonly headings: readonly string[];
  readonly rows: readonly PrintableReportRow[];
};
