import { sumOf } from '#domain/money/money.ts';
import type { CorrectionEntry, Invoice } from './invoice.ts';

/** What of a document says what it claims; what an older app stored knows no corrections. */
export type Claimed = Pick<Invoice, 'gross_total' | 'currency' | 'document_type'> & {
  readonly corrections?: readonly Pick<CorrectionEntry, 'gross_total'>[] | undefined;
};

/** What a document claims after its corrections, major units; a correction itself claims nothing. SQL: `private.claim_of`. */
export function claimOf({ document_type, gross_total, corrections, currency }: Claimed): number {
  if (document_type === 'correction') return 0;
  return sumOf([gross_total, ...(corrections ?? []).map((correction) => correction.gross_total)], currency);
}

type Settled = Claimed & Pick<Invoice, 'status' | 'paid_total'>;

/** What is left to pay, major units; negative where more was paid than is claimed. A cancelled invoice claims nothing. */
export const openOf = (invoice: Settled): number =>
  sumOf([invoice.status === 'cancelled' ? 0 : claimOf(invoice), 0 - invoice.paid_total], invoice.currency);

/**
 * What has to go to the customer, major units: because a claim that had been paid was corrected or cancelled, or because the invoice comes to less
 * than nothing; 0 where nothing has. What was simply paid too much is `overpaid`.
 */
export function refundDue(invoice: Settled): number {
  if (invoice.document_type !== 'invoice') return 0;
  const isTakenBack = invoice.status === 'cancelled' || (invoice.corrections ?? []).length > 0;
  const isCredit = invoice.status === 'issued' && claimOf(invoice) < 0;
  return isTakenBack || isCredit ? Math.max(0, 0 - openOf(invoice)) : 0;
}
