import { foldText } from '#domain/shared/fold-text.ts';

/** Something the palette can do or open, and what people call it: phrases in any language. */
export type Command = { readonly key: string; readonly phrases: readonly string[] };
export type RankedCommand<C extends Command> = { readonly command: C; /** 0 to 1; 1: called exactly that. */ readonly score: number };

/** Words that a sentence has and a name has not: they help where a phrase has them, and are missed nowhere. */
const OPTIONAL = new Set(
  [
    'a an the my our all to of for in on at go open show list see view get me please i want how do is are this that with and or where can page',
    'der die das den dem des ein eine einen einer mein meine meinen alle zu zur zum fuer für von vom im in am an auf bei geh gehe oeffne oeffnen',
    'zeig zeige anzeigen mir bitte ich will moechte wie wo ist sind und oder mit unsere unser liste seite',
  ]
    .join(' ')
    .split(' ')
    .map(folded),
);

/** A word as people may type it: without accents, and `ae`, `oe`, `ue` as the letters that they stand for. */
function folded(word: string): string {
  return foldText(word).replaceAll(/([aou])e/g, '$1');
}

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a query says anything beside the words that sentences are made with. */
export const hasMeaning = (query: string): boolean => wordsOf(query).some((word) => !OPTIONAL.has(word));

/**
 * The commands that a query means, best first; equals stay in their order. Every word of the query has to occur in one of the command's
 * phrases: whole, as its beginning, inside (German puts words together) or with one letter wrong.
 */
export function rankCommands<C extends Command>(query: string, commands: readonly C[]): RankedCommand<C>[] {
  const words = wordsOf(query);
  const needed = words.filter((word) => !OPTIONAL.has(word));
  const asked: Asked = needed.length > 0 ? { needed, helpful: words.filter((word) => OPTIONAL.has(word)) } : { needed: words, helpful: [] };
  if (asked.needed.length === 0) return [];
  return commands
    .map((command) => ({ command, score: Math.max(0, ...command.phrases.map((phrase) => phraseScore(asked, wordsOf(phrase)))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

type Asked = { readonly needed: readonly string[]; readonly helpful: readonly string[] };

/** How much of the score depends on the query saying all of the phrase. */
const WHOLE = 0.25;
const HELPED = 0.02;

function phraseScore({ needed, helpful }: Asked, phrase: readonly string[]): number {
  const left = [...phrase];
  let sum = 0;
  for (const word of needed) {
    const best = left.reduce((top, each, at) => {
      const score = wordScore(word, each);
      return score > top.score ? { score, at } : top;
    }, NOTHING);
    if (best.score === 0) return 0;
    sum += best.score;
    left.splice(best.at, 1);
  }
  const said = phrase.filter((word) => !OPTIONAL.has(word)).length || phrase.length;
  const covered = Math.min(1, needed.length / said);
  const helped = helpful.filter((word) => left.includes(word)).length * HELPED;
  return Math.min(1, (sum / needed.length) * (1 - WHOLE + WHOLE * covered) + helped - HELPED * 2);
}
const NOTHING = { score: 0, at: -1 };

/** Fewer letters with one of them wrong would be another word. */
const TYPO_FROM = 4;
const INSIDE_FROM = 4;
/** With so many letters a beginning says as much as it can. */
const LONG = 7;

function wordScore(typed: string, word: string): number {
  if (typed === word) return 1;
  if (word.startsWith(typed)) return 0.8 + 0.02 * Math.min(typed.length, LONG);
  if (typed.length >= TYPO_FROM && isOneLetterOff(typed, word)) return 0.75;
  if (typed.length >= INSIDE_FROM && word.includes(typed)) return 0.6;
  // `umsatzsteuererklärung` is about what `umsatzsteuer` is.
  if (word.length > INSIDE_FROM && typed.startsWith(word)) return 0.55;
  if (typed.length > TYPO_FROM && isBeginningOneLetterOff(typed, word)) return 0.5;
  return 0;
}

function isBeginningOneLetterOff(typed: string, word: string): boolean {
  return [-1, 0, 1].some((by) => typed.length + by < word.length && isOneLetterOff(typed, word.slice(0, typed.length + by)));
}

/** One letter more, less, other, or two changed over. */
export function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  if (restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)) return true;
  return restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}

/** Nearly typed out: it is this, whatever else begins so. */
const CERTAIN = 0.93;
const LIKELY = 0.72;

/** Whether the commands stand before the records; `isName`: a record's name begins with what was typed. */
export const commandsFirst = (best: number, isName: boolean): boolean => best >= (isName ? CERTAIN : LIKELY);
