import { useCallback, useMemo, useState } from 'react';
import { useBooks } from '#data/aggregates/use-books.ts';
import { useCompany } from '#data/core/company-context.ts';
import { currenciesOf } from '#domain/reports/books.ts';
import { isMonth, type Period, PERIOD_PRESETS, type PeriodChoice, periodOf } from '#domain/reports/period.ts';
import { localStore, readJson } from '#platform/storage/web-storage.ts';

type Kept = { readonly choice: PeriodChoice; readonly currency: string | null };
const START: Kept = { choice: { preset: 'last12' }, currency: null };

export type FigureChoice = {
  readonly choice: PeriodChoice;
  readonly period: Period;
  /** One of `currencies`: amounts of different currencies are never added. */
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly set: (change: Partial<Kept>) => void;
};

/** Period and currency of dashboard and reports, kept on this device per company. */
export function useFigureChoice(): FigureChoice {
  const { company, ctx } = useCompany();
  const key = `kontor-figures:${company.id}`;
  const [kept, setKept] = useState<Kept>(() => readJson(localStore, key, isKept) ?? START);
  const set = useCallback(
    (change: Partial<Kept>) =>
      setKept((before) => {
        const next = { ...before, ...change };
        localStore.set(key, JSON.stringify(next));
        return next;
      }),
    [key],
  );
  const { value: books } = useBooks();
  const usual = company.settings.invoice_defaults.default_currency;
  const currencies = useMemo(() => {
    const found = books ? currenciesOf(books) : [];
    return found.length === 0 ? [usual] : found;
  }, [books, usual]);
  const wanted = kept.currency ?? usual;
  const currency = !books || currencies.includes(wanted) ? wanted : (currencies[0] ?? usual);
  return { choice: kept.choice, period: periodOf(kept.choice, ctx.today()), currency, currencies, set };
}

function isKept(value: unknown): value is Kept {
  const { choice, currency } = (value ?? {}) as { choice?: { preset?: string; from?: string; to?: string }; currency?: unknown };
  if (currency !== null && !(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))) return false;
  if (!PERIOD_PRESETS.some((preset) => preset === choice?.preset)) return false;
  return choice?.preset !== 'custom' || (isMonth(choice.from ?? '') && isMonth(choice.to ?? ''));
}
