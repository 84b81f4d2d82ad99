/** How PDF writes values. */

/** At most three decimals: a thousandth of a point is below any printer. */
export const number = (value: number): string => String(Math.round(value * 1000) / 1000);

export const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

/** UTF-16 units as hexadecimal digits. */
export function utf16Hex(text: string): string {
  let hex = '';
  for (let index = 0; index < text.length; index++) hex += hex4(text.charCodeAt(index));
  return hex;
}

/** A text string of any script. */
export const textString = (text: string): string => `<FEFF${utf16Hex(text)}>`;

export const ref = (id: number): string => `${id} 0 R`;

/** `#rrggbb` → `0.5 0 1`. */
export const rgb = (color: string): string => [1, 3, 5].map((at) => number(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');

/** `2026-01-31T09:00:00Z` in the form of PDF; anything that is no instant is a RangeError. */
export const pdfDate = (instant: string): string => `(D:${new Date(instant).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`;

/** The instant in whole seconds UTC, as XMP writes it. */
export const xmpDate = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;
