const LAWS: Readonly<Record<string, string>> = { AT: '§ 6 UStG', DE: '§ 19 UStG' };

/** The law that a small business in a country names, as it follows a word: ` (§ 19 UStG)`; empty where none is named. */
export const lawInBrackets = (country: string): string => (LAWS[country] === undefined ? '' : ` (${LAWS[country]})`);
