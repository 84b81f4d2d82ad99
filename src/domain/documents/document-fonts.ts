/** Families that documents can be set in; PDF wants fonts embedded, so a company's wish is met by the nearest of them. */
export const FONT_FAMILIES = ['sans', 'serif'] as const;
export type FontFamily = (typeof FONT_FAMILIES)[number];

const SERIF = /times|georgia|garamond|baskerville|palatino|cambria|literata|lora|merriweather|playfair|(?<!sans[ -]?)serif/i;

/** The family for a font's name as the settings hold it: `Georgia` → serif, `Helvetica` → sans. */
export const fontFamilyOf = (font: string): FontFamily => (SERIF.test(font) ? 'serif' : 'sans');
