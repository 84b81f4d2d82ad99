import { useCallback, useEffect, useMemo, useState } from 'react';
import { useBooks } from '#data/aggregates/use-books.ts';
import { useCompany } from '#data/core/company-context.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { currenciesOf } from '#domain/reports/books.ts';
import { isMonth, type Period, PERIOD_PRESETS, type PeriodChoice, periodOf } from '#domain/reports/period.ts';
import { localStore, readJson } from '#platform/storage/web-storage.ts';

type Kept = { readonly choice: PeriodChoice; readonly currency: string | null };
const START: Kept = { choice: { preset: 'last12' }, currency: null };
const keyOf = (companyId: string): string => `kontor-figures:${companyId}`;
const readKept = (key: string): Kept => readJson(localStore, key, isKept) ?? START;
/** Tells figures on the screen of a choice that was made elsewhere; its events are called by the key. */
const chosen = new EventTarget();

/** Chooses the period of dashboard and reports from outside them. */
export function choosePeriod(companyId: string, choice: PeriodChoice): void {
  const key = keyOf(companyId);
  localStore.set(key, JSON.stringify({ ...readKept(key), choice }));
  chosen.dispatchEvent(new Event(key));
}

export type FigureChoice = {
  readonly choice: PeriodChoice;
  readonly period: Period;
  /** One of `currencies`. That of the books has everything in it, by the rates of the documents; another one only what is in it. */
  readonly currency: string;
  /** The currency of the documents behind a figure; null where it is made of documents in all of them. */
  readonly listed: string | null;
  /** That of the books. */
  readonly own: string;
  readonly currencies: readonly string[];
  readonly set: (change: Partial<Kept>) => void;
};

/** Period and currency of dashboard and reports, kept on this device per company. */
export function useFigureChoice(): FigureChoice {
  const { company, ctx } = useCompany();
  const key = keyOf(company.id);
  const [kept, setKept] = useState<Kept>(() => readKept(key));
  useEffect(() => {
    const takeOver = () => setKept(readKept(key));
    chosen.addEventListener(key, takeOver);
    return () => chosen.removeEventListener(key, takeOver);
  }, [key]);
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
  const own = booksCurrency(company.settings);
  const currencies = useMemo(() => {
    const found = books ? currenciesOf(books) : [];
    return [own, ...found.filter((each) => each !== own)];
  }, [books, own]);
  const wanted = kept.currency ?? own;
  const currency = !books || currencies.includes(wanted) ? wanted : own;
  const listed = currency === own ? null : currency;
  return { choice: kept.choice, period: periodOf(kept.choice, ctx.today()), currency, listed, own, currencies, set };
}

function isKept(value: unknown): value is Kept {
  const { choice, currency } = (value ?? {}) as { choice?: { preset?: string; from?: string; to?: string }; currency?: unknown };
  if (currency !== null && !(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))) return false;
  if (!PERIOD_PRESETS.some((preset) => preset === choice?.preset)) return false;
  return choice?.preset !== 'custom' || (isMonth(choice.from ?? '') && isMonth(choice.to ?? ''));
}
