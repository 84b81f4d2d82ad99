import { useTranslation } from 'react-i18next';
import { safeParse } from 'zod/mini';
import { type Exchange, exchangeSchema } from '#domain/exchange/document-exchange.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

/** What a document is worth in the books in words: `≈ €921.23 · rate 0.92123 of 30 Oct 2026 (ECB)`. */
export function useExchangeWords() {
  const { t } = useTranslation();
  const format = useFormat();
  const of = ({ amount, currency, rate, day, source }: Exchange): string =>
    t('exchange.line', {
      amount: format.money(amount, currency),
      rate: format.number(Number(rate), Math.max(4, rate.split('.')[1]?.length ?? 0)),
      day: format.day(day, 'medium'),
      source: t(`exchange.source.${source}`),
    });
  /** The same of something stored; null for what is none. */
  const words = (given: unknown): string | null => {
    const { data } = safeParse(exchangeSchema, given);
    return data ? of(data) : null;
  };
  return { of, words };
}
