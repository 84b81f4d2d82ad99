import type { TextPart } from '#domain/documents/printable-text.ts';

export const heading = (text: string): TextPart => ({ kind: 'heading', text });
export const paragraph = (text: string): TextPart => ({ kind: 'paragraph', text });
export const points = (all: readonly string[]): TextPart => ({ kind: 'points', points: all });
export const table = (headings: readonly string[], shares: readonly number[], rows: readonly (readonly string[])[]): TextPart => ({
  kind: 'table',
  headings,
  shares,
  rows,
});
/** Names and what they stand for. */
export const namedRows = (rows: readonly (readonly [name: string, value: string])[]): TextPart => table([], [3, 9], rows);
