import { type ColumnRef, COMPARISONS, type Filter, PATTERNS, type Test } from './query-types.ts';
import { unknownColumn } from './rest-error.ts';
import { arrayLiteral, type Parameters, quoted } from './sql-text.ts';

/** Something to select from: a table, a write's result, a function's result. */
export type Source = { readonly name: string; readonly columns: ReadonlyMap<string, string> };
export type Scope = { readonly source: Source; readonly alias: string; readonly parameters: Parameters };

export type TypedSql = { readonly sql: string; readonly type: string };

/** A column, or a step into its JSON, with its type. The name must be in the schema cache. */
export function columnSql({ name, path }: ColumnRef, { source, alias, parameters }: Scope): TypedSql {
  const type = source.columns.get(name);
  if (type === undefined) throw unknownColumn(source.name, name);
  const column = `${alias}.${quoted(name)}`;
  const last = path.at(-1);
  if (!last) return { sql: column, type };
  const steps = path.map(({ arrow, key }) => `${arrow} ${parameters.add(key)}::text::${/^-?\d{1,9}$/.test(key) ? 'int' : 'text'}`);
  const root = type === 'json' || type === 'jsonb' ? column : `to_jsonb(${column})`;
  return { sql: `(${[root, ...steps].join(' ')})`, type: last.arrow === '->>' ? 'text' : type === 'json' ? 'json' : 'jsonb' };
}

function testSql({ sql, type }: TypedSql, test: Test, parameters: Parameters): string {
  switch (test.operator) {
    case 'is':
      return `${sql} is ${test.value}`;
    case 'in':
      return `${sql} = any(${parameters.add(arrayLiteral(test.values))}::text::${type}[])`;
    case 'like':
    case 'ilike':
      return `${sql} ${PATTERNS[test.operator]} ${parameters.add(test.value.replaceAll('*', '%'))}`;
    default:
      return `${sql} ${COMPARISONS[test.operator]} ${parameters.add(test.value)}::text::${type}`;
  }
}

/** One filter as a condition; every value is a parameter cast to the column's type. */
export function conditionSql(filter: Filter, scope: Scope): string {
  const not = filter.isNegated ? 'not ' : '';
  if (filter.kind === 'test') return `${not}(${testSql(columnSql(filter.column, scope), filter.test, scope.parameters)})`;
  return `${not}(${filter.filters.map((inner) => conditionSql(inner, scope)).join(` ${filter.join} `)})`;
}

/** ` where …` for all filters, or nothing. */
export function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}
