import { useTranslation } from 'react-i18next';
import { safeParse } from 'zod/mini';
import { type Exchange, exchangeSchema } from '#domain/exchange/document-exchange.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

/** Decimals to show of a stored rate: up to six digits that count, and four at least; the record has the whole of it. */
function placesOf(rate: string): number {
  const decimals = rate.split('.')[1] ?? '';
  const zeros = rate.startsWith('0.') ? (/^0*/.exec(decimals)?.[0].length ?? 0) : 0;
  return Math.max(4, Math.min(decimals.length, zeros + 6));
}

/** What a document is worth in the books in words: `≈ €921.23 · rate 0.92123 of 30 Oct 2026 (ECB)`. */
export function useExchangeWords() {
  const { t } = useTranslation();
  const format = useFormat();
  const of = ({ amount, currency, rate, day, source }: Exchange): string =>
    t('exchange.line', {
      amount: format.money(amount, currency),
      rate: format.number(Number(rate), placesOf(rate)),
      day: format.day(day),
      source: t(`exchange.source.${source}`),
    });
  /** The same of something stored; null for what is none. */
  const words = (given: unknown): string | null => {
    const { data } = safeParse(exchangeSchema, given);
    return data ? of(data) : null;
  };
  return { of, words };
}
