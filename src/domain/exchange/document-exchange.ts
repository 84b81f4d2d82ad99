import * as z from 'zod/mini';
import { fromMinor, sumOf, toMinor } from '#domain/money/money.ts';
import { amount, calendarDate, currencyCode, text } from '#domain/shared/fields.ts';
import { convertMinor, type ExchangeRate, RATE_SOURCES } from './exchange-rates.ts';

/** `manual`: entered by a person. */
export const EXCHANGE_SOURCES = [...RATE_SOURCES, 'manual'] as const;

/** A rate as it is stored: a decimal above zero, at most nine places before and twelve after the point. */
export const isRateText = (rate: string): boolean => /^(0|[1-9]\d{0,8})(\.\d{1,12})?$/.test(rate) && /[1-9]/.test(rate);

/** What a document in a foreign currency is worth in that of the books, frozen when it is booked. SQL (migration `exchange`) checks the same. */
export const exchangeSchema = z.object({
  /** That of the books. */
  currency: currencyCode(),
  /** How many units of `currency` a unit of the document's currency is. */
  rate: z.string().check(z.refine(isRateText, 'invalidRate')),
  /** The day whose rate it is. */
  day: calendarDate(),
  source: z.enum(EXCHANGE_SOURCES),
  /** The newest day that the table knew; empty for a rate that a person entered. */
  version: text(40),
  /** The gross amount in `currency`, major units. */
  amount: amount(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

export const invoiceExchangeSchema = z.extend(exchangeSchema, {
  /** Of what takes back a part of an invoice: its parts in `currency`, in the order of its tax breakdown, so that all that is taken back comes to the whole. */
  parts: z.optional(z.array(z.object({ net: amount(), tax: amount() }))),
});
export type InvoiceExchange = z.infer<typeof invoiceExchangeSchema>;

export const paymentExchangeSchema = z.extend(exchangeSchema, {
  /** What it settles of its document, by the rate of that one, major units of `currency`; null where that has no rate. The rest is gain or loss. */
  document_amount: z.nullable(amount()),
});
export type PaymentExchange = z.infer<typeof paymentExchangeSchema>;

/** An amount in another currency, major units, rounded half away from zero. */
export const converted = (value: number, from: string, { rate, currency }: Pick<Exchange, 'rate' | 'currency'>): number =>
  fromMinor(convertMinor(toMinor(value, from), rate, from, currency), currency);

/** A rate for a document of this amount, major units of `from`. */
export const exchangeWith = (rate: Omit<Exchange, 'amount'>, gross: number, from: string): Exchange => ({
  ...rate,
  amount: converted(gross, from, rate),
});

type Document = { readonly amount: number; readonly currency: string; readonly exchange?: Exchange | null | undefined };

/** The rate that a person entered for a document, with what it makes of its amount now; null where nobody did. */
export function enteredExchange({ amount: gross, currency, exchange }: Document): Exchange | null {
  const entered = enteredRate(exchange);
  return entered && entered.currency !== currency ? exchangeWith(entered, gross, currency) : null;
}

/** What a person entered; null where nobody did. */
export const enteredRate = (exchange: Exchange | null | undefined): Exchange | null => (exchange?.source === 'manual' ? exchange : null);

/** That of the document which takes another one back. */
export function turnedExchange<E extends Exchange | PaymentExchange>(exchange: E | null | undefined): E | null {
  if (!exchange) return null;
  const settled =
    'document_amount' in exchange && exchange.document_amount !== null ? { document_amount: 0 - exchange.document_amount } : {};
  return { ...exchange, amount: 0 - exchange.amount, ...settled };
}

/** Whether nobody knows what a document is worth in the currency of the books. */
export const lacksRate = ({ currency, exchange }: Pick<Document, 'currency' | 'exchange'>, books: string): boolean =>
  currency !== books && exchange?.currency !== books;

type Part = { readonly net: number; readonly tax: number };

/**
 * The parts of a document in the currency of the books: tax by tax converted, net by net, and what the roundings leave of the converted whole added to
 * the largest net (of equal ones the first). SQL (`private.converted_parts`) computes the same.
 */
export function convertedParts<P extends Part>(parts: readonly P[], from: string, exchange: InvoiceExchange): P[] {
  const { parts: known } = exchange;
  if (known) return parts.map((part, place) => ({ ...part, ...known[place] }));
  const all = parts.map((part) => ({ ...part, net: converted(part.net, from, exchange), tax: converted(part.tax, from, exchange) }));
  const minor = (value: number) => toMinor(value, exchange.currency);
  const rest = all.reduce((left, { net, tax }) => left - minor(net) - minor(tax), minor(exchange.amount));
  const largest = parts.reduce((best, { net }, place) => (Math.abs(net) > Math.abs(parts[best]?.net ?? 0) ? place : best), 0);
  return all.map((part, place) => (place === largest ? { ...part, net: fromMinor(minor(part.net) + rest, exchange.currency) } : part));
}

/** What a document is worth when it is booked: by the rate that was entered, else by the one that is known. SQL (`private.exchange_of`) decides the same. */
export function bookedExchange(document: Document, books: string, known: ExchangeRate | null): Exchange | null {
  const entered = enteredExchange(document);
  if (entered?.currency === books) return entered;
  if (!known || document.currency === books) return null;
  const { rate, day, source, version } = known;
  return exchangeWith({ currency: books, rate, day, source, version }, document.amount, document.currency);
}

type Settled = { readonly amount: number; readonly exchange?: PaymentExchange | null | undefined };

/**
 * That of a payment: what it settles of its document by the rate of that one is what all payments together settle, less what the others do, so that a
 * paid document is settled to the cent. SQL (`private.document_amount`) computes the same.
 */
export function paymentExchange(
  exchange: Exchange | null,
  payment: Document,
  { document, others }: { readonly document: Exchange | null | undefined; readonly others: readonly Settled[] },
): PaymentExchange | null {
  if (!exchange) return null;
  if (document?.currency !== exchange.currency) return { ...exchange, document_amount: null };
  const { currency } = payment;
  const minor = (value: number) => toMinor(value, exchange.currency);
  const balance = sumOf([payment.amount, ...others.map(({ amount: its }) => its)], currency);
  const settled = others.reduce(
    (sum, other) => sum + minor(other.exchange?.document_amount ?? converted(other.amount, currency, document)),
    0n,
  );
  return { ...exchange, document_amount: fromMinor(minor(converted(balance, currency, document)) - settled, exchange.currency) };
}
