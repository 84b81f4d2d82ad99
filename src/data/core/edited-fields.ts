import { sameValue } from './same-value.ts';

/**
 * The values of a form that the person really changed since it was opened. Saving only these keeps a form that stood open for long
 * from writing old values over what arrived meanwhile.
 */
export function editedFields<T extends object>(opened: Partial<T>, values: T): Partial<T> {
  const changed = Object.entries(values).filter(([key, value]) => !sameValue((opened as Record<string, unknown>)[key], value));
  return Object.fromEntries(changed) as Partial<T>;
}
