import type { EInvoiceFormat } from '#domain/e-invoice/e-invoice-format.ts';
import type { EInvoice } from '#domain/e-invoice/e-invoice.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { PageDrawing } from './layout/page-drawing.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import type { PrintableReport } from '#domain/documents/printable-report.ts';
import type { PrintableText } from '#domain/documents/printable-text.ts';

/** An e-invoice to be written, and for ZUGFeRD the pages around it. */
export type EInvoiceOrder = {
  readonly kind: 'e_invoice';
  readonly format: EInvoiceFormat;
  readonly invoice: EInvoice;
  readonly document: PrintableDocument;
};

/** `page`: only its first page, for the screen. */
export type PdfOrder =
  | { readonly id: number; readonly document: PrintableDocument; readonly as?: 'page' }
  | { readonly id: number; readonly eInvoice: EInvoiceOrder }
  | { readonly id: number; readonly report: PrintableReport }
  | { readonly id: number; readonly text: PrintableText };

/** Errors lose their class between threads; code and data are what counts. */
export type PdfAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly drawing: PageDrawing }
  | { readonly id: number; readonly code: ErrorCode; readonly data: Readonly<Record<string, unknown>> };
