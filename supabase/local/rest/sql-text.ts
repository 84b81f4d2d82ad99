/** A quoted identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A table or function of the schema `public`. */
export const inPublic = (name: string): string => `"public".${quoted(name)}`;

/** Values leave the SQL text here: each becomes `$1`, `$2`, … */
export type Parameters = { readonly values: string[]; add(value: string): string; nextAlias(): string };

export function createParameters(): Parameters {
  const values: string[] = [];
  let aliases = 0;
  return {
    values,
    add(value) {
      values.push(value);
      return `$${values.length}`;
    },
    nextAlias() {
      aliases += 1;
      return `"_${aliases}"`;
    },
  };
}

/** A PostgreSQL array literal of texts. */
export const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
