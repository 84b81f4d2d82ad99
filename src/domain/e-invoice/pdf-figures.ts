/** An amount as a page shows it, and the numbers that it can be read as, without sign. */
export type ShownAmount = { readonly text: string; readonly values: readonly number[] };
/** A date as a page shows it, the days that it can be read as (`03/04/2026` is two), and where in the text. */
export type ShownDate = { readonly text: string; readonly days: readonly string[]; readonly at: number };

/** Digits with or without groups of three, and a fraction behind a point or a comma: `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `1234.56`. */
const AMOUNT = /(?<![\d.,'’])\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3}(?:\1\d{3})*|\d*)(?:[.,]\d{1,4})?(?![\d])/g;
const SPACE = /[\s\u00a0\u202f]/g;

/** The amounts of a text in a currency of so many decimals. Without decimals a number is one only where the currency has none, or as a whole amount beside others. */
export function amountsIn(text: string, decimals: number): ShownAmount[] {
  const tight = text.replaceAll(/(?<=\d)[ \u00a0\u202f]?([.,])[ \u00a0\u202f]?(?=\d{2}(?!\d))/g, '$1');
  return [...tight.matchAll(AMOUNT)].flatMap(([found]) => {
    const values = valuesOf(found, decimals);
    return values.length === 0 ? [] : [{ text: found, values }];
  });
}

function valuesOf(found: string, decimals: number): number[] {
  const bare = found.replaceAll(SPACE, '').replaceAll(/['’]/g, '');
  const place = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const whole = Number(bare.replaceAll(/[.,]/g, ''));
  const behind = place < 0 ? 0 : bare.length - place - 1;
  const asFraction = place < 0 ? [] : [Number(`${bare.slice(0, place).replaceAll(/[.,]/g, '')}.${bare.slice(place + 1)}`)];
  // `1.234` is a thousand and more, or one and a bit: both are looked for.
  const isGrouped = behind === 3;
  if (decimals === 0) return behind === 0 || isGrouped ? [whole] : asFraction;
  if (place < 0) return [];
  return isGrouped ? [...asFraction, whole] : asFraction;
}

const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'janv'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'mrz'],
  ['apr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aoû', 'aou'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'déc'],
];
const monthOf = (word: string): number => MONTHS.findIndex((names) => names.some((name) => word.toLowerCase().startsWith(name))) + 1;
const WORD = String.raw`(\p{L}{3,9})\.?`;
const DATES = [
  { pattern: /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/gu, days: (y: string, m: string, d: string) => [dayOf(y, m, d)] },
  {
    pattern: /(?<![\d.])(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4}|\d{2})(?![\d])/gu,
    days: (a: string, b: string, y: string) => [dayOf(y, b, a), dayOf(y, a, b)],
  },
  {
    pattern: new RegExp(String.raw`(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]${WORD}[\s-](\d{4})`, 'gu'),
    days: (d: string, word: string, y: string) => [dayOf(y, String(monthOf(word)), d)],
  },
  {
    pattern: new RegExp(String.raw`${WORD}\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})`, 'gu'),
    days: (word: string, d: string, y: string) => [dayOf(y, String(monthOf(word)), d)],
  },
] as const;

function dayOf(year: string, month: string, day: string): string {
  const [y, m, d] = [year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > 31 || y < 1990 || y > 2200) return '';
  return `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}

/** The dates of a text, in its order. */
export function datesIn(text: string): ShownDate[] {
  return DATES.flatMap(({ pattern, days }) =>
    [...text.matchAll(pattern)].map((match) => ({
      text: match[0],
      at: match.index,
      days: days(match[1] ?? '', match[2] ?? '', match[3] ?? '').filter((day) => day !== ''),
    })),
  )
    .filter((date) => date.days.length > 0)
    .toSorted((a, b) => a.at - b.at);
}

export const isDayShown = (day: string, dates: readonly ShownDate[]): boolean => dates.some(({ days }) => days.includes(day));
