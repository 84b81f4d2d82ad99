/** One condition of a `postgres_changes` subscription: `column=operator.value`. */
export type ChangeFilter = { readonly column: string; readonly operator: Operator; readonly values: readonly string[] };

const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'] as const;
type Operator = (typeof OPERATORS)[number];
const IN_MAX = 100;
const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);
const INSTANTS = new Set(['timestamp', 'timestamptz']);

/** The condition, or null for everything this server does not do (several conditions, patterns, negation): refused, never half-answered. */
export function parseFilter(text: string): ChangeFilter | null {
  const match = /^"?([A-Za-z_][\w ]*?)"?=([a-z]+)\.(.*)$/s.exec(text);
  const operator = OPERATORS.find((known) => known === match?.[2]);
  if (!match?.[1] || !operator) return null;
  const value = match[3] ?? '';
  const list = operator === 'in' ? /^\((.*)\)$/s.exec(value)?.[1] : value;
  const values = list === undefined ? null : splitValues(list);
  if (!values || values.length > IN_MAX || (operator !== 'in' && values.length !== 1)) return null;
  return { column: match[1], operator, values };
}

/** Comma-separated values, quoted where they hold a comma, a bracket, a quote or a backslash. */
function splitValues(list: string): string[] | null {
  const value = /\s*"((?:[^"\\]|\\.)*)"\s*(,|$)|([^",()\\]*)(,|$)/suy;
  const values: string[] = [];
  for (;;) {
    const match = value.exec(list);
    if (!match) return null;
    values.push(match[1] === undefined ? (match[3] ?? '') : match[1].replaceAll(/\\(.)/gsu, '$1'));
    if ((match[2] ?? match[4]) === '') return values;
  }
}

const comparable = (value: unknown, type: string): string | number => {
  if (NUMBERS.has(type)) return Number(value);
  if (INSTANTS.has(type)) return Date.parse(String(value));
  return String(value);
};

/** Whether a row meets the condition; a column that is null or not there meets none, as in SQL. */
export function matchesFilter({ column, operator, values }: ChangeFilter, row: Readonly<Record<string, unknown>>, type: string): boolean {
  const actual = row[column];
  if (actual === null || actual === undefined) return false;
  const left = comparable(actual, type);
  const rights = values.map((value) => comparable(value, type));
  const [right = ''] = rights;
  switch (operator) {
    case 'eq':
      return left === right;
    case 'neq':
      return left !== right;
    case 'lt':
      return left < right;
    case 'lte':
      return left <= right;
    case 'gt':
      return left > right;
    case 'gte':
      return left >= right;
    case 'in':
      return rights.includes(left);
  }
}
