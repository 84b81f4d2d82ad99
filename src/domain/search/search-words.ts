import { parseAmount } from '#domain/money/typed-amount.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import { MONTH_WORDS } from './month-words.ts';
import { asAmount, monthToken } from './search-text.ts';

/** One word of a query: it occurs in a text when any of its forms does. */
export type SearchWord = readonly string[];

/** The words of a query with all they may mean: `1234,5` is also an amount, `mueller` also `müller`, `August` also its month. */
export function searchWords(query: string): SearchWord[] {
  const words = query.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.map((word) => {
    const folded = foldText(word);
    return [...new Set([folded, withoutDigraphs(folded), ...amountForms(word), ...monthForms(folded)])];
  });
}

/** A plain loop: it runs for every word and record at each key press. */
export function hasWord(text: string, word: SearchWord): boolean {
  for (const form of word) if (text.includes(form)) return true;
  return false;
}

/** Documents are looked for by the month they are of; its whole name only, because `mar` begins many words. */
function monthForms(folded: string): string[] {
  const month = MONTH_WORDS.findIndex((names) => names.includes(folded)) + 1;
  return month === 0 ? [] : [monthToken(`0000-${String(month).padStart(2, '0')}`)];
}

const withoutDigraphs = (folded: string): string => folded.replaceAll(/([aou])e/g, '$1');

/** Whole euros find every amount with these whole euros, typed cents narrow it down. Both ways to write numbers count, whatever the language. */
function amountForms(typed: string): string[] {
  const forms = (['en', 'de'] as const).flatMap((locale) => {
    const amount = parseAmount(typed, locale);
    if (amount === null || !/\d/.test(typed)) return [];
    const whole = Math.trunc(Math.abs(amount));
    const cents = /[.,](\d{1,2})\D*$/.exec(typed)?.[1];
    if (cents !== undefined) return [asAmount(`${whole}.${cents}`)];
    // `50.000` is fifty thousand; nobody looks for fifty with three decimals.
    const isMisread = !Number.isInteger(amount) || (/[.,]\d{3}\D*$/.test(typed) && whole < 1000);
    return isMisread ? [] : [asAmount(`${whole}.`)];
  });
  return [...new Set(forms)];
}
