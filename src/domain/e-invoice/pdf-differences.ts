import { bareIban, isIban } from '#domain/documents/iban.ts';
import { currencyExponent, isCurrency } from '#domain/money/currency-codes.ts';
import { amountsIn, datesIn, isDayShown, type ShownAmount } from './pdf-figures.ts';
import type { ReceivedInvoice } from './received-invoice.ts';

/** Something that the data say and the pages say otherwise: as the data have it, and what stands on the pages instead, as it is written there. */
export type PdfDifference =
  | { readonly what: 'amount'; readonly data: number; readonly pages: string }
  | { readonly what: 'number' | 'iban'; readonly data: string; readonly pages: string }
  | { readonly what: 'date' | 'due'; readonly data: string; readonly pages: string };
/** `no_text`: its pages are pictures, such as of a scanner, and can't be compared. */
export type PdfComparison = { readonly kind: 'compared'; readonly differences: readonly PdfDifference[] } | { readonly kind: 'no_text' };

/** Fewer letters and digits than any invoice has. */
const LEAST_TEXT = 30;
/** Everything that repeats has a limit: a page may be made to be slow. */
const NUMBER_WORDS =
  /(?:rechnungs?|gutschrift|invoice|facture|avoir|credit note)[\s-]{0,3}(?:nummer|number|nr|no|n°|nº|#)?[.:#\s]{0,5}((?=[A-Z0-9\-/.]{0,30}\d)[A-Z0-9][A-Z0-9\-/.]{2,30})(?![\p{L}\d])/iu;
const DUE_WORDS = /(?:f[äa]llig(?:keit)?|zahlbar|zu zahlen|due|payable|pay by|[ée]ch[ée]ance)[^\n]{0,40}$/i;

const squeezed = (text: string): string => text.replaceAll(/[\s\u00ad\u200b-\u200d.\-_/\u2010-\u2015]/g, '').toUpperCase();

/**
 * What the pages of an e-invoice say otherwise than its data, which alone count by law: whoever looks at the pages pays something else. Of each thing
 * there is a difference only where the pages show another one of its kind; what they do not show at all is none. Text of the pages as a reader gives it.
 */
export function pdfDifferences(invoice: ReceivedInvoice, text: string): PdfComparison {
  if (text.replaceAll(/[^\p{L}\p{N}]/gu, '').length < LEAST_TEXT) return { kind: 'no_text' };
  const found = [
    amountDifference(invoice, text),
    numberDifference(invoice, text),
    ibanDifference(invoice, text),
    ...dateDifferences(invoice, text),
  ];
  return { kind: 'compared', differences: found.filter((each) => each !== null) };
}

/** Neither the total nor what is left to pay is among the amounts of the pages. */
function amountDifference({ gross, payable, currency }: ReceivedInvoice, text: string): PdfDifference | null {
  const wanted = [gross, payable].filter((amount) => amount !== null);
  const [total] = wanted;
  const decimals = isCurrency(currency) ? currencyExponent(currency) : 2;
  const amounts = amountsIn(text, decimals);
  if (total === undefined || amounts.length === 0) return null;
  const isShown = wanted.some((amount) => amounts.some(({ values }) => values.some((value) => Math.abs(value - Math.abs(amount)) < 1e-6)));
  return isShown ? null : { what: 'amount', data: total, pages: largest(amounts, decimals) };
}

/** What reads most like their total: the largest of those that are written as money. */
function largest(amounts: readonly ShownAmount[], decimals: number): string {
  const asMoney = amounts.filter(({ text }) => /[.,](\d*)$/.exec(text)?.[1]?.length === decimals);
  const top = (all: readonly ShownAmount[]) => all.reduce((best, each) => ((each.values[0] ?? 0) > (best.values[0] ?? 0) ? each : best));
  return top(asMoney.length > 0 ? asMoney : amounts).text;
}

function numberDifference({ number }: ReceivedInvoice, text: string): PdfDifference | null {
  if (number === '' || squeezed(text).includes(squeezed(number))) return null;
  const other = NUMBER_WORDS.exec(text)?.[1];
  return other === undefined ? null : { what: 'number', data: number, pages: other };
}

const IBAN = /\b[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]){11,30}/g;

function ibanDifference({ iban }: ReceivedInvoice, text: string): PdfDifference | null {
  if (iban === '' || squeezed(text).includes(bareIban(iban))) return null;
  const others = [...text.matchAll(IBAN)].map(([found]) => ibanAtStart(bareIban(found))).filter((found) => found !== null);
  const [other] = others;
  return other === undefined ? null : { what: 'iban', data: iban, pages: other };
}

/** What follows an account on its line may look like a part of it. */
function ibanAtStart(text: string): string | null {
  for (let length = Math.min(text.length, 34); length >= 15; length -= 1) if (isIban(text.slice(0, length))) return text.slice(0, length);
  return null;
}

function dateDifferences({ issue_date, due_date }: ReceivedInvoice, text: string): (PdfDifference | null)[] {
  const dates = datesIn(text);
  const [first] = dates;
  const isIssued = issue_date === '' || first === undefined || isDayShown(issue_date, dates);
  const due = dates.find(({ at }) => DUE_WORDS.test(text.slice(Math.max(0, at - 80), at)));
  const isDue = due_date === '' || due === undefined || isDayShown(due_date, dates);
  return [
    isIssued ? null : { what: 'date', data: issue_date, pages: first.text },
    isDue ? null : { what: 'due', data: due_date, pages: due.text },
  ];
}
