import type { ErrorCode } from '#domain/errors.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';

export type PdfOrder = { readonly id: number; readonly document: PrintableDocument };

/** Errors lose their class between threads; code and data are what counts. */
export type PdfAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly code: ErrorCode; readonly data: Readonly<Record<string, unknown>> };
