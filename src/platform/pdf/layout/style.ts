import type { DocumentTemplate } from '#domain/documents/printable-document.ts';

/** What distinguishes the templates. Sizes are points. */
export type TemplateStyle = {
  readonly body: number;
  readonly small: number;
  readonly title: number;
  /** Space above and below the text of a row. */
  readonly rowPadding: number;
  /** Between blocks, as a share of the usual. */
  readonly gap: number;
  /** Number, dates and references: a column beside the address, or a strip over the page below it. */
  readonly facts: 'column' | 'strip';
  /** The title stands above the address or at the head of the body. */
  readonly titlePlace: 'head' | 'body';
  readonly senderPlace: 'right' | 'left';
  readonly tableHead: 'ruled' | 'filled' | 'quiet';
  readonly rows: 'ruled' | 'tinted' | 'open';
  readonly grandTotal: 'ruled' | 'filled';
  readonly footer: 'columns' | 'line';
};

export const TEMPLATE_STYLES: Readonly<Record<DocumentTemplate, TemplateStyle>> = {
  classic: {
    body: 9,
    small: 7.5,
    title: 20,
    rowPadding: 5.5,
    gap: 1,
    facts: 'column',
    titlePlace: 'body',
    senderPlace: 'right',
    tableHead: 'ruled',
    rows: 'ruled',
    grandTotal: 'ruled',
    footer: 'columns',
  },
  modern: {
    body: 9,
    small: 7.5,
    title: 30,
    rowPadding: 6.5,
    gap: 1,
    facts: 'strip',
    titlePlace: 'head',
    senderPlace: 'right',
    tableHead: 'filled',
    rows: 'tinted',
    grandTotal: 'filled',
    footer: 'columns',
  },
  compact: {
    body: 8,
    small: 7,
    title: 14,
    rowPadding: 2.6,
    gap: 1,
    facts: 'strip',
    titlePlace: 'body',
    senderPlace: 'left',
    tableHead: 'quiet',
    rows: 'open',
    grandTotal: 'ruled',
    footer: 'line',
  },
};

/** The same style with its white space scaled: rows and the gaps between blocks. */
export const spaced = (style: TemplateStyle, share: number): TemplateStyle => ({
  ...style,
  rowPadding: style.rowPadding * share,
  gap: style.gap * share,
});

export const LEADING = 1.38;
