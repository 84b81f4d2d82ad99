import type { DocumentLanguage } from '#domain/documents/printable-document.ts';

/** The languages that documents are written in, as settings list them. */
export const DOCUMENT_LANGUAGES: readonly DocumentLanguage[] = ['de', 'en'];
