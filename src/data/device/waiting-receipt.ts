const ORIGINAL = 'original:';
/** Of the row with the original bytes. Rows are taken by their ids: it comes after every picture, so that colleagues see those soon. */
export const originalId = (fileId: string) => `${ORIGINAL}${fileId}`;
export const isOriginal = (rowId: string): boolean => rowId.startsWith(ORIGINAL);
/** The id of the record that waiting bytes belong to. */
export const fileIdOf = (rowId: string): string => (isOriginal(rowId) ? rowId.slice(ORIGINAL.length) : rowId);
