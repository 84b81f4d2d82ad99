/** Receipts of forms that are not saved lie among the drafts, under `receipt:<company>:<kind of form>:<record id>:<receipt id>`. */
export const KEPT_RECEIPTS = 'receipt:';
export const keptReceiptsOf = (companyId: string): string => `${KEPT_RECEIPTS}${companyId}:`;
/** The receipt's id. */
export const keptIdOf = (key: string): string => key.slice(key.lastIndexOf(':') + 1);
