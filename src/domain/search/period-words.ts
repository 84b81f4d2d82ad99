import { monthOf } from '#domain/dates/calendar.ts';
import { isMonth, monthsOf, type Period, type PeriodChoice, periodOf } from '#domain/reports/period.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import { MONTH_WORDS } from './month-words.ts';
import { isOneLetterOff } from './rank-commands.ts';

/** A time that a query names, and what is left of the query. */
export type NamedPeriod = {
  readonly choice: PeriodChoice;
  readonly period: Period;
  readonly rest: string;
  /** A year alone may as well be the beginning of a number. */
  readonly isBareYear: boolean;
};

const ABBREVIATION = 3;
/** `June` is not July with a letter wrong. */
const TYPO_FROM = 5;

type Preset = Exclude<PeriodChoice['preset'], 'custom'>;
const UNITS = { month: 'month|monat\\w*', quarter: 'quarter|quartal\\w*', year: 'year|jahr\\w*' } as const;
const PRESETS: readonly (readonly [RegExp, Preset])[] = [
  ...of('month', 'month', 'lastMonth', 'vormonat\\w*'),
  ...of('quarter', 'quarter', 'lastQuarter', 'vorquartal\\w*'),
  ...of('year', 'year', 'lastYear', 'vorjahr\\w*'),
  [/\b(?:(?:last|letzten?|vergangenen?|past) (?:12|zwolf|twelve) (?:months|monaten?)|12 (?:months|monate))\b/, 'last12'],
];

function of(unit: keyof typeof UNITS, current: Preset, last: Preset, before: string): [RegExp, Preset][] {
  return [
    [new RegExp(`\\b(?:this|current|dies\\w*|aktuell\\w*|laufend\\w*) (?:${UNITS[unit]})\\b`), current],
    [new RegExp(`\\b(?:(?:last|previous|prior|letzt\\w*|vorig\\w*|vergangen\\w*) (?:${UNITS[unit]})|${before})\\b`), last],
  ];
}

/** The time named in a query, in English or German; a month without a year is the last one of its name that has begun. Null where there is none. */
export function periodInWords(query: string, today: string): NamedPeriod | null {
  const text = foldText(query).replaceAll(/\s+/g, ' ').trim();
  const named = (choice: PeriodChoice, said: string, isBareYear = false): NamedPeriod => ({
    choice,
    period: periodOf(choice, today),
    rest: text.replace(said, ' ').replaceAll(/\s+/g, ' ').trim(),
    isBareYear,
  });
  for (const [words, preset] of PRESETS) {
    const said = words.exec(text)?.[0];
    if (said !== undefined) return named({ preset }, said);
  }
  const found = quarterIn(text, today) ?? monthInFigures(text) ?? monthByName(text, today);
  if (found) return named({ preset: 'custom', ...found.period }, found.said);
  const year = /(?<![\d./-])20\d\d\b(?![-./\d])/.exec(text)?.[0];
  return year === undefined ? null : named({ preset: 'custom', from: `${year}-01`, to: `${year}-12` }, year, text === year);
}

type Found = { readonly period: Period; readonly said: string };
const oneMonth = (month: string, said: string): Found | null => (isMonth(month) ? { period: { from: month, to: month }, said } : null);
const yearOf = (digits: string): string => (digits.length === 2 ? `20${digits}` : digits);

function quarterIn(text: string, today: string): Found | null {
  const match = /\b(?:q ?([1-4])|([1-4])\.? ?(?:quartal|quarter)|(?:quartal|quarter) ([1-4]))(?:[ /-](20\d\d|\d\d))?\b/.exec(text);
  if (!match) return null;
  const quarter = Number(match[1] ?? match[2] ?? match[3]);
  const first = String(quarter * 3 - 2).padStart(2, '0');
  const isToCome = `${today.slice(0, 4)}-${first}` > monthOf(today);
  const year = match[4] === undefined ? String(Number(today.slice(0, 4)) - (isToCome ? 1 : 0)) : yearOf(match[4]);
  return { period: { from: `${year}-${first}`, to: `${year}-${String(quarter * 3).padStart(2, '0')}` }, said: match[0] };
}

/** `2026-10`, `10/2026`, `10.2026`. */
function monthInFigures(text: string): Found | null {
  const match = /(?<![\d./-])(?:(20\d\d)[-/](\d\d?)|(\d\d?)[./](20\d\d))(?![\d./-])/.exec(text);
  if (!match) return null;
  const [said, year = match[4] ?? '', month = match[3] ?? ''] = match;
  return oneMonth(`${year}-${month.padStart(2, '0')}`, said);
}

function monthByName(text: string, today: string): Found | null {
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])(\p{L}{3,})\.?(?:[ /-]?(20\d\d|(?<=[ /'-])\d\d))?(?![\p{L}\p{N}.-])/gu)) {
    const at = monthCalled(match[1] ?? '');
    if (at === -1) continue;
    const month = String(at + 1).padStart(2, '0');
    const isToCome = `${today.slice(0, 4)}-${month}` > monthOf(today);
    const year = match[2] === undefined ? String(Number(today.slice(0, 4)) - (isToCome ? 1 : 0)) : yearOf(match[2]);
    return oneMonth(`${year}-${month}`, match[0]);
  }
  return null;
}

function monthCalled(word: string): number {
  const exact = MONTH_WORDS.findIndex((names) =>
    names.some((name) => name === word || (word.length >= ABBREVIATION && name.startsWith(word))),
  );
  if (exact !== -1 || word.length < TYPO_FROM) return exact;
  return MONTH_WORDS.findIndex((names) => names.some((name) => name.length >= TYPO_FROM && isOneLetterOff(word, name)));
}

/** Whether a period is one month. */
export const isOneMonth = (period: Period): boolean => monthsOf(period).length === 1;
