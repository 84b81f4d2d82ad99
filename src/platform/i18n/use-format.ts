import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DayStyle,
  formatBytes,
  formatCompact,
  formatDay,
  formatInstant,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  formatPrice,
  formatTime,
  formatTimeOfDay,
  type MonthStyle,
} from './format.ts';

/** Formatters bound to the language of the page. */
export function useFormat() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(
    () => ({
      language,
      money: (amount: number, currency: string) => formatMoney(amount, currency, language),
      price: (price: number, currency: string) => formatPrice(price, currency, language),
      number: (value: number, decimals?: number) => formatNumber(value, language, decimals),
      percent: (value: number) => formatPercent(value, language),
      day: (day: string, style?: DayStyle) => formatDay(day, language, style),
      month: (month: string, style?: MonthStyle) => formatMonth(month, language, style),
      compact: (value: number) => formatCompact(value, language),
      time: (instant: string | number | Date, timeZone?: string) => formatTime(instant, language, timeZone),
      timeOfDay: (instant: string | number | Date) => formatTimeOfDay(instant, language),
      instant: (instant: string | number | Date, timeZone?: string) => formatInstant(instant, language, timeZone),
      bytes: (bytes: number) => formatBytes(bytes, language),
    }),
    [language],
  );
}
