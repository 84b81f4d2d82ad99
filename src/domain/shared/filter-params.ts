/** What an address answers about its parameters. */
export type Params = { get(name: string): string | null };

/** The parts of a filter that are texts, by the names an address has for them; what means "any" (`null`, `''`) is left out. */
export function textParams<K extends string>(
  filter: Readonly<Record<NoInfer<K>, string | null>>,
  names: Readonly<Record<K, string>>,
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [field, name] of Object.entries(names) as [K, string][]) {
    const value = filter[field];
    if (value !== null && value !== '') params[name] = value;
  }
  return params;
}

/** A day of an address; what is none counts as not given. */
export const dayParam = (params: Params, name: string): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(params.get(name) ?? '') ? params.get(name) : null;
