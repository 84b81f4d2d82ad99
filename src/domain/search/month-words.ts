/** January first, all names in both languages, as they fold; abbreviations are the first three letters and those named. */
export const MONTH_WORDS: readonly (readonly string[])[] = [
  ['january', 'januar', 'jaenner', 'janner'],
  ['february', 'februar', 'feber'],
  ['march', 'marz', 'maerz', 'mrz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september', 'sept'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
];
