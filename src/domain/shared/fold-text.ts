/** Text as a search compares it: lower case, without accents, `ß` as `ss`. `Müller` and `muller` fold to the same. */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

/** Whether every word of the query occurs somewhere in the text. Both are folded here. */
export function matchesText(text: string, query: string): boolean {
  const folded = foldText(text);
  return foldText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
