import { claimOf } from '#domain/invoices/claim.ts';
import { correctedParts } from '#domain/invoices/corrected-parts.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { absolute, dividedRounded } from '#domain/money/decimal.ts';
import { fromMinor, toMinor } from '#domain/money/money.ts';
import type { Payment } from './payment.ts';

type Entry = Invoice['tax_breakdown'][number];
/** What a payment brings of one entry of its invoice's tax breakdown, major units. */
export type TaxShare = Entry;
type Taxed = Pick<Invoice, 'currency' | 'document_type' | 'status' | 'gross_total' | 'tax_breakdown' | 'tax_mode'> &
  Partial<Pick<Invoice, 'corrections'>>;

const nameOf = ({ tax_rate, tax_category }: Entry): string => `${tax_rate} ${tax_category ?? ''}`;

/**
 * What a payment of `amount` brings of each entry of what the corrections left of the breakdown, once it is among the `others`: what all of them
 * together have to bring at the new balance, less what the others bring already. So a cent that was rounded is made good by the next one, and a
 * paid invoice is taxed wholly. What is paid too much is no consideration; but what had been brought before a correction goes back with the money, in
 * proportion. SQL (`private.tax_shares`) computes the same.
 */
export function taxShares(invoice: Taxed, amount: number, others: readonly Pick<Payment, 'amount' | 'tax_shares'>[]): TaxShare[] {
  const { currency } = invoice;
  const minor = (value: number) => toMinor(value, currency);
  const isCorrected = (invoice.corrections ?? []).length > 0;
  const claim = isCorrected && invoice.status === 'cancelled' ? 0n : minor(claimOf(invoice));
  const before = others.reduce((sum, other) => sum + minor(other.amount), 0n);
  const paid = paidOf(before + minor(amount), claim);
  const shares = others.flatMap((other) => other.tax_shares);
  const brought = shares.reduce((sum, { net, tax }) => sum + minor(net) + minor(tax), 0n);
  const left = isCorrected ? leftOver({ claim, before, after: before + minor(amount), brought }) : null;
  return correctedParts(invoice).map((entry) => {
    const rest = (field: 'net' | 'tax') => {
      const had = shares.filter((share) => nameOf(share) === nameOf(entry)).reduce((sum, share) => sum + minor(share[field]), 0n);
      const wanted = claim === 0n ? 0n : dividedRounded(minor(entry[field]) * absolute(paid), absolute(claim));
      const stays = left === null ? 0n : dividedRounded((had - wanted) * left.over, left.of);
      return fromMinor(wanted + stays - had, currency);
    };
    return { ...entry, net: rest('net'), tax: rest('tax') };
  });
}

/** What of a balance is paid for the document: between nothing and all of it. */
function paidOf(balance: bigint, claim: bigint): bigint {
  const [low, high] = claim < 0n ? [claim, 0n] : [0n, claim];
  return balance < low ? low : balance > high ? high : balance;
}

type Balance = { readonly claim: bigint; readonly before: bigint; readonly after: bigint; readonly brought: bigint };

/** How much (`over` of `of`) stays of what had been brought beyond the claim; null where nothing had or nothing does. */
function leftOver({ claim, before, after, brought }: Balance): { readonly over: bigint; readonly of: bigint } | null {
  const side = (claim === 0n ? before : claim) < 0n ? -1n : 1n;
  const of = side * before - absolute(claim);
  if (of <= 0n || side * brought <= absolute(claim)) return null;
  const over = (side * after < side * before ? side * after : side * before) - absolute(claim);
  return over > 0n ? { over, of } : null;
}
