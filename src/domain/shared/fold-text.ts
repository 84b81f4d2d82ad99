/** Letters that Unicode does not take apart into a base and a mark. */
const WHOLE: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' };

/** Text as a search compares it: lower case, without accents, `ß` as `ss`. `Müller` and `muller` fold to the same. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßłøđæœı]/g, (letter) => WHOLE[letter] ?? letter);
}

/** Whether every word of the query occurs somewhere in the text. Both are folded here. */
export function matchesText(text: string, query: string): boolean {
  const folded = foldText(text);
  return foldText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
