const PLACES = 8;

/** A number as plain texts sort it: INV-9 before INV-10. `''` for what has none. */
export const numberKey = (number: string | null): string =>
  (number ?? '').replaceAll(/\d+/g, (figures) => figures.padStart(PLACES, '0')).slice(0, 200);
