/** What people write for a unit, folded, by its code of UN/ECE Recommendation 20. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  HUR: ['h', 'hr', 'hrs', 'hour', 'hours', 'std', 'stunde', 'stunden'],
  MIN: ['min', 'minute', 'minutes', 'minuten'],
  DAY: ['d', 'day', 'days', 'tag', 'tage', 'pt', 'personentag', 'personentage'],
  WEE: ['week', 'weeks', 'woche', 'wochen'],
  MON: ['month', 'months', 'monat', 'monate'],
  ANN: ['year', 'years', 'jahr', 'jahre'],
  H87: ['piece', 'pieces', 'pc', 'pcs', 'stk', 'stck', 'stück', 'stueck'],
  LS: ['flat', 'lump sum', 'pauschal', 'pauschale'],
  KMT: ['km', 'kilometer', 'kilometre', 'kilometers', 'kilometres'],
  MTR: ['m', 'lfm', 'meter', 'metre', 'meters', 'metres'],
  MTK: ['m2', 'm²', 'qm', 'quadratmeter', 'square metre'],
  MTQ: ['m3', 'm³', 'cbm', 'kubikmeter', 'cubic metre'],
  KGM: ['kg', 'kilo', 'kilogramm', 'kilogram'],
  TNE: ['t', 'tonne', 'tonnen', 'tonnes'],
  LTR: ['l', 'liter', 'litre', 'liters', 'litres'],
  KWH: ['kwh'],
  SET: ['set', 'sets', 'satz'],
  PR: ['pair', 'pairs', 'paar'],
};
const CODES: ReadonlyMap<string, string> = new Map(Object.entries(WORDS).flatMap(([code, words]) => words.map((word) => [word, code])));

/** `C62` is "one", for whatever has no code of its own. */
export const NO_UNIT = 'C62';

export const unitCode = (unit: string): string => CODES.get(unit.trim().toLowerCase().replace(/\.$/, '')) ?? NO_UNIT;

/** Whether the code says less than the person's word did, which then stands in the text. */
export const isUnitLost = (unit: string): boolean => unit.trim() !== '' && unitCode(unit) === NO_UNIT;
