import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useExchangeRate } from '#data/exchange/use-exchange-rate.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { isCalendarDate } from '#domain/dates/calendar.ts';
import { bookedExchange, enteredRate, type Exchange } from '#domain/exchange/document-exchange.ts';
import { useExchangeWords } from './use-exchange-words.ts';

type Document = { readonly amount: number; readonly currency: string; readonly exchange?: Exchange | null | undefined };
export type Worth = {
  /** The currency of the books. */
  readonly books: string;
  /** Null in the currency of the books. */
  readonly text: string | null;
  /** The rate that a person entered. */
  readonly entered: string | null;
};

/** What a document that is not booked yet would be worth by the rate of its day. */
export function useWorth(document: Document, day: string): Worth {
  const { t } = useTranslation();
  const { company } = useCompany();
  const { of } = useExchangeWords();
  const books = booksCurrency(company.settings);
  const isForeign = document.currency !== books && isCalendarDate(day);
  const question = isForeign ? { from: document.currency, to: books, day, rates: company.settings.exchange.rates } : null;
  const { rate, isLoading } = useExchangeRate(question);
  if (!isForeign) return { books, text: null, entered: null };
  const worth = bookedExchange(document, books, rate);
  if (!worth) return { books, text: isLoading ? '' : t('exchange.unknown', { currency: books }), entered: null };
  const entered = enteredRate(worth)?.rate ?? null;
  const isLastKnown = entered === null && rate?.provisional === true;
  return { books, text: isLastKnown ? `${of(worth)} · ${t('exchange.lastKnown')}` : of(worth), entered };
}
