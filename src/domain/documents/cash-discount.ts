import { addDays } from '#domain/dates/calendar.ts';
import { isCurrency } from '#domain/money/currency-codes.ts';
import { taxOnNet } from '#domain/money/money.ts';
import { documentFormat } from './document-format.ts';
import { documentText } from './document-text.ts';
import type { PrintableDocument } from './printable-document.ts';

/** A line of cash discount as German authorities read it in an XRechnung (BR-DE-18); others write fewer decimals. */
const LINE = /^[ \t]*#SKONTO#TAGE=(\d{1,4})#PROZENT=(\d{1,2}(?:\.\d{1,2})?)(?:#BASISBETRAG=(-?\d{1,13}(?:\.\d{1,2})?))?#[ \t]*$/gm;

type Subject = Pick<PrintableDocument, 'language' | 'issue_date'> & {
  /** An ISO code; of an unknown one no amount is said. */
  readonly currency: string;
  readonly gross: number | null;
  readonly currency_position?: PrintableDocument['currency_position'];
};

/** The text with each line of cash discount (`#SKONTO#TAGE=14#PROZENT=2.00#`) as the sentence it means: until when, how much, and what that comes to. */
export function withReadableDiscounts(
  text: string,
  { language, issue_date, currency, gross, currency_position = 'suffix' }: Subject,
): string {
  if (!text.includes('#SKONTO#')) return text;
  const format = documentFormat({ language, currency: isCurrency(currency) ? currency : 'EUR', currency_position });
  return text.replaceAll(LINE, (_, days: string, percent: string, base?: string) => {
    const [term, share, whole] = [Number(days), Number(percent), base === undefined ? gross : Number(base)];
    return documentText(language).cashDiscount({
      percent: format.percent(share),
      days: term,
      until: issue_date ? format.date(addDays(issue_date, term)) : null,
      amount: whole === null || whole <= 0 || !isCurrency(currency) ? null : format.money(taxOnNet(whole, share, currency)),
    });
  });
}
