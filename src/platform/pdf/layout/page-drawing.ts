import type { FontFamily } from '#domain/documents/document-fonts.ts';
import type { Font } from '#platform/pdf/writer/font.ts';
import type { Box, TextOptions } from '#platform/pdf/writer/pdf-writer.ts';
import type { Paper } from './sheet.ts';

/** One thing on a page; points from its upper left corner, text by its baseline. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly value: string;
      readonly size: number;
      readonly isStrong: boolean;
      readonly color: string;
      /** As wide as the document's own font sets it, whatever the screen's font would do. */
      readonly width: number;
      /** Counter-clockwise around its start. */
      readonly degrees: number;
    }
  | { readonly kind: 'boxes'; readonly boxes: readonly Box[]; readonly color: string }
  | {
      readonly kind: 'line';
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
      readonly width: number;
      readonly color: string;
    }
  | { readonly kind: 'image'; readonly box: Box };

/** The first page of a document, for the screen. */
export type PageDrawing = { readonly marks: readonly Mark[]; readonly pages: number; readonly family: FontFamily };

/** Takes what the layout draws on paper and keeps the first page of it, so that a preview cannot say anything else than the document. */
export class DrawingPaper implements Paper {
  readonly marks: Mark[] = [];
  pageCount = 0;
  private page = -1;
  private readonly strong: Font;

  constructor(strong: Font) {
    this.strong = strong;
  }

  addPage(): void {
    this.page = this.pageCount;
    this.pageCount += 1;
  }

  goToPage(page: number): void {
    this.page = page;
  }

  tag(_name: unknown, draw: () => void): void {
    draw();
  }

  artifact(draw: () => void): void {
    draw();
  }

  figure(_alt: string, _box: Box, draw: () => void): void {
    draw();
  }

  text(x: number, y: number, value: string, options: TextOptions): void {
    this.turnedText(x, y, value, { ...options, degrees: 0 });
  }

  turnedText(x: number, y: number, value: string, options: TextOptions & { readonly degrees: number }): void {
    const { font, size, color, figures, tracking = 0, degrees } = options;
    const width = font.width(value, size, figures) + tracking * Math.max(0, Array.from(value).length - 1);
    if (value !== '') this.keep({ kind: 'text', x, y, value, size, isStrong: font === this.strong, color, width, degrees });
  }

  boxes(boxes: readonly Box[], color: string): void {
    this.keep({ kind: 'boxes', boxes, color });
  }

  line(from: readonly [number, number], to: readonly [number, number], stroke: { readonly width: number; readonly color: string }): void {
    this.keep({ kind: 'line', from, to, ...stroke });
  }

  image(_image: unknown, box: Box): void {
    this.keep({ kind: 'image', box });
  }

  private keep(mark: Mark): void {
    if (this.page === 0) this.marks.push(mark);
  }
}
