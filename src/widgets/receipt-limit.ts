import { RECEIPT_MAX_BYTES } from '#domain/files/file.ts';

/** The limit is counted in powers of 1024, as the bucket counts; people read the round number. */
export const RECEIPT_MAX_TEXT = `${RECEIPT_MAX_BYTES / 1024 ** 2} MB`;
