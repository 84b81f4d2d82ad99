// Apart from `file.ts`: the worker that shrinks pictures needs the figures and not the schema library.

/** Longest side of a stored photo in pixels; more adds bytes, not legibility. */
export const RECEIPT_MAX_EDGE = 2400;
export const RECEIPT_JPEG_QUALITY = 0.82;
export const THUMBNAIL_EDGE = 240;
