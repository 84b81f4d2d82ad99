import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useExchangeRate } from '#data/exchange/use-exchange-rate.ts';
import type { Rates } from '#domain/exchange/rates.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import fields from '#widgets/Fields.module.css';

/** A small rate with four decimals says too little. */
const decimalsOf = (rate: number): number => (rate < 0.1 ? 6 : 4);

/** One rate as an example of what holds today, so that a person sees where rates come from and how new they are. */
export function KnownRate({ books, rates }: { books: string; rates: Rates }) {
  const { t } = useTranslation('settings');
  const { ctx } = useCompany();
  const format = useFormat();
  const other = books === 'EUR' ? 'USD' : 'EUR';
  const { rate: known, isLoading } = useExchangeRate({ from: other, to: books, day: ctx.today(), rates });
  if (isLoading) return <p className={fields.hint}>{t('company.rateLoading')}</p>;
  if (!known) return <p className={fields.hint}>{t('company.rateUnknown')}</p>;
  const rate = Number(known.rate);
  const text = t(rates === 'month' ? 'company.rateOfMonth' : 'company.rateOfDay', {
    from: other,
    to: books,
    rate: format.number(rate, decimalsOf(rate)),
    source: t(`company.rateSource.${known.source}`),
    when: rates === 'month' ? format.month(known.day.slice(0, 7), 'long') : format.day(known.day),
  });
  return <p className={fields.hint}>{text}</p>;
}
