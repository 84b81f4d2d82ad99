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
/** In English and German. */
const SHOWN: Readonly<Record<string, readonly [string, string]>> = {
  HUR: ['h', 'Std.'],
  MIN: ['min', 'Min.'],
  DAY: ['days', 'Tage'],
  WEE: ['weeks', 'Wochen'],
  MON: ['months', 'Monate'],
  ANN: ['years', 'Jahre'],
  H87: ['pcs', 'Stk.'],
  XPP: ['pcs', 'Stk.'],
  LS: ['lump sum', 'pauschal'],
  KMT: ['km', 'km'],
  MTR: ['m', 'm'],
  MTK: ['m²', 'm²'],
  MTQ: ['m³', 'm³'],
  KGM: ['kg', 'kg'],
  TNE: ['t', 't'],
  LTR: ['l', 'l'],
  KWH: ['kWh', 'kWh'],
  SET: ['sets', 'Sätze'],
  PR: ['pairs', 'Paar'],
};
const CODES: ReadonlyMap<string, string> = new Map(Object.entries(WORDS).flatMap(([code, words]) => words.map((word) => [word, code])));

/** `C62` is "one", for whatever has no code of its own. */
export const NO_UNIT = 'C62';

export const unitCode = (unit: string): string => CODES.get(unit.trim().toLowerCase().replace(/\.$/, '')) ?? NO_UNIT;

/** What a unit of a received e-invoice is called; its code where we have no word, nothing for "one". */
export function unitWord(code: string, language: 'en' | 'de'): string {
  if (code === '' || code === NO_UNIT) return '';
  return SHOWN[code]?.[language === 'en' ? 0 : 1] ?? code;
}

/** Whether the code says less than the person's word did, which then stands in the text. */
export const isUnitLost = (unit: string): boolean => unit.trim() !== '' && unitCode(unit) === NO_UNIT;
