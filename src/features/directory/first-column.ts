import type { FieldPlace } from '#domain/shared/directory-pages.ts';

type FormSection = { readonly title: string | null; readonly rows: readonly (FieldPlace | readonly FieldPlace[])[] };

/** How high a field is, in rows of inputs; the others are one. */
const ROWS: Readonly<Record<string, number>> = { address: 3, delivery: 3, notes: 2 };
/** The title or the name, and the space around. */
const HEAD = 1;

const heightOf = ({ rows }: FormSection): number => rows.reduce((sum, row) => sum + ('field' in row ? (ROWS[row.kind] ?? 1) : 1), HEAD);

/** How many sections stand in the first of two columns, so that both come out about equally high. */
export function firstColumn(sections: readonly FormSection[]): number {
  const heights = sections.map(heightOf);
  const whole = heights.reduce((sum, height) => sum + height, 0);
  const unevenness = (count: number) => Math.abs(whole - 2 * heights.slice(0, count).reduce((sum, height) => sum + height, 0));
  return heights.reduce((best, _, index) => (unevenness(index + 1) < unevenness(best) ? index + 1 : best), 1);
}
