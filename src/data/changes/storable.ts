/** Half of a character that needs two code units; a text cut in the middle of an emoji ends with one. */
const HALF = /\p{Surrogate}/gu;

/**
 * The same value in texts that every part can carry. PostgreSQL takes neither NUL nor half a character, and refuses the whole request that holds
 * one: a single such text would keep everything that waits behind it from being sent.
 */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '').replaceAll(HALF, '\ufffd') as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)])) as T;
}
