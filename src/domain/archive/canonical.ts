/** A row as PostgreSQL gives it: what JSON can hold. */
export type Row = Readonly<Record<string, unknown>>;

/** The one text that equal values have: RFC 8785, JSON with sorted keys and without spaces. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  const members = Object.keys(fields)
    .toSorted()
    .filter((key) => fields[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonicalText(fields[key])}`);
  return `{${members.join(',')}}`;
}
