import { expect, test } from 'vitest';
import { dropsOf, without } from './sql-terms.ts';

const results = (sql: string) => dropsOf(sql).map((drop) => without(sql, drop));

test('a term of an and becomes true, one of an or false', () => {
  expect(results('select x where a = 1 and (b or c)')).toEqual([
    'select x where true and (b or c)',
    'select x where a = 1 and true',
    'select x where a = 1 and (false or c)',
    'select x where a = 1 and (b or false)',
  ]);
});

test('an alternative of several terms goes as a whole and term by term', () => {
  expect(results('return a or b and c;')).toEqual([
    'return false or b and c;',
    'return a or false;',
    'return a or true and c;',
    'return a or b and true;',
  ]);
});

test('a lone condition of a query is dropped, that of an assignment is not', () => {
  expect(results('delete from t where t.id = 1; x := a = b;')).toEqual(['delete from t where true; x := a = b;']);
});

test('between, distinct from and left() are no connectives', () => {
  expect(results("select where a between 1 and 2 and b is not distinct from c and left(d, 1) = 'x'")).toHaveLength(3);
});

test('a guard that raises is dropped as a whole, a perform too', () => {
  expect(results("if not found then raise exception 'no'; end if; perform f(a, b);")).toEqual([
    "if false then raise exception 'no'; end if; perform f(a, b);",
    "if not found then raise exception 'no'; end if; null;",
  ]);
});

test('text and comments are left alone, unless the text is a statement', () => {
  expect(results("select 'a and b' -- c and d\n")).toEqual([]);
  expect(results("execute format('delete from t where a = $1 and b = $2', x)")).toEqual([
    "execute format('delete from t where true and b = $2', x)",
    "execute format('delete from t where a = $1 and true', x)",
  ]);
});

test('the arms of a case are conditions of their own', () => {
  expect(results('select case when a and b then c end where d')).toEqual([
    'select case when true and b then c end where d',
    'select case when a and true then c end where d',
    'select case when a and b then c end where true',
  ]);
});

test('an upsert has a target and no condition', () => {
  expect(results('insert into t values (1) on conflict (a, b) do update set c = 1')).toEqual([]);
});

test('what a column is set to is a condition, the assignment is none', () => {
  expect(results('update t set a = b or c, d = e and f where g')).toEqual([
    'update t set a = false or c, d = e and f where g',
    'update t set a = b or false, d = e and f where g',
    'update t set a = b or c, d = true and f where g',
    'update t set a = b or c, d = e and true where g',
    'update t set a = b or c, d = e and f where true',
  ]);
});
