import type { Invoice } from '#domain/invoices/invoice.ts';
import { absolute, dividedRounded } from '#domain/money/decimal.ts';
import { fromMinor, toMinor } from '#domain/money/money.ts';
import { partCategory } from '#domain/tax/line-tax.ts';
import type { Payment } from './payment.ts';

type Entry = Invoice['tax_breakdown'][number];
/** What a payment brings of one entry of its invoice's tax breakdown, major units. */
export type TaxShare = Entry;

const nameOf = ({ tax_rate, tax_category }: Entry): string => `${tax_rate} ${tax_category ?? ''}`;

/**
 * What a payment of `amount` brings of each entry of the breakdown, once it is among the `others`: what all of them together have to bring
 * at the new balance, less what the others bring already. So a cent that was rounded is made good by the next one, and a paid invoice is
 * taxed wholly. What is paid too much is no consideration. SQL (migration `tax_points`) computes the same.
 */
export function taxShares(
  { currency, gross_total, tax_breakdown, tax_mode }: Pick<Invoice, 'currency' | 'gross_total' | 'tax_breakdown' | 'tax_mode'>,
  amount: number,
  others: readonly Pick<Payment, 'amount' | 'tax_shares'>[],
): TaxShare[] {
  const minor = (value: number) => toMinor(value, currency);
  const gross = minor(gross_total);
  const balance = others.reduce((sum, other) => sum + minor(other.amount), minor(amount));
  const paid = paidOf(balance, gross);
  return tax_breakdown.map((part) => {
    const entry = { ...part, tax_category: partCategory(part, tax_mode) };
    const brought = others.flatMap((other) => other.tax_shares).filter((share) => nameOf(share) === nameOf(entry));
    const rest = (field: 'net' | 'tax') => {
      const wanted = gross === 0n ? 0n : dividedRounded(minor(entry[field]) * absolute(paid), absolute(gross));
      return fromMinor(wanted - brought.reduce((sum, share) => sum + minor(share[field]), 0n), currency);
    };
    return { ...entry, net: rest('net'), tax: rest('tax') };
  });
}

/** What of a balance is paid for the document: between nothing and all of it. */
function paidOf(balance: bigint, gross: bigint): bigint {
  const [low, high] = gross < 0n ? [gross, 0n] : [0n, gross];
  return balance < low ? low : balance > high ? high : balance;
}
