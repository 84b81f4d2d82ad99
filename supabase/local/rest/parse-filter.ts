import { parseColumn } from './parse-column.ts';
import { COMPARISONS, type Comparison, type Filter, type Pattern, PATTERNS, type Test } from './query-types.ts';
import { parseError, unsupported } from './rest-error.ts';
import { insideBrackets, splitOutside, unquote } from './split-text.ts';

const IS_VALUES = ['null', 'true', 'false', 'unknown'] as const;
/** PostgREST has these too. */
const UNSUPPORTED = new Set('match imatch isdistinct fts plfts phfts wfts sl sr nxr nxl adj'.split(' '));

const isComparison = (name: string): name is Comparison | Pattern => Object.hasOwn(COMPARISONS, name) || Object.hasOwn(PATTERNS, name);

function notAnOperator(text: string): Error {
  const operator = /^\w+/.exec(text)?.[0] ?? '';
  const hasModifier = /^\w+\(\w+\)\./.test(text);
  if (UNSUPPORTED.has(operator) || hasModifier) return unsupported(`The filter ${/^[^.]*/.exec(text)?.[0] ?? ''}`);
  const unexpected = text === '' ? 'end of input' : `"${text.charAt(0)}"`;
  return parseError(
    `"failed to parse filter (${text})" (line 1, column 1)`,
    `unexpected ${unexpected} expecting "not" or operator (eq, gt, ...)`,
  );
}

function parseList(text: string): string[] {
  const inside = insideBrackets(text);
  if (inside === null) throw parseError(`"failed to parse filter (in.${text})" (line 1, column 4)`, 'expecting "("');
  const values = splitOutside(inside, ',', 'filter').map(unquote);
  // PostgREST's way to write an empty list; an empty text alone can't be asked for.
  return values.length === 1 && values[0] === '' ? [] : values;
}

function parseTest(operator: string, value: string, text: string): Test {
  if (operator === 'in') return { operator, values: parseList(value) };
  if (operator === 'is') {
    const known = IS_VALUES.find((name) => name === value.toLowerCase());
    if (!known) throw parseError(`"failed to parse filter (${text})" (line 1, column 4)`, 'expecting null, true, false or unknown');
    return { operator, value: known };
  }
  if (isComparison(operator)) return { operator, value };
  throw notAnOperator(text);
}

/** `not.eq.5` on a column. Only operators on the list get through: a modifier such as `eq(any)` could call a function. */
export function parseCondition(columnText: string, text: string): Filter {
  const isNegated = text.startsWith('not.');
  const rest = isNegated ? text.slice(4) : text;
  const match = /^([a-z]+)\.([\s\S]*)$/.exec(rest);
  if (!match?.[1]) throw notAnOperator(rest);
  return { kind: 'test', column: parseColumn(columnText, 'filter'), isNegated, test: parseTest(match[1], match[2] ?? '', rest) };
}

/** Whether a GET argument of a function is meant as a filter on its result. */
export const looksLikeFilter = (value: string): boolean => {
  const operator = /^(?:not\.)?([a-z]+)(?:\(\w+\))?\./.exec(value)?.[1];
  return operator !== undefined && (isComparison(operator) || operator === 'in' || operator === 'is' || UNSUPPORTED.has(operator));
};

const COLUMN_AND_TEST = /^("(?:[^"\\]|\\.)*"|(?:[^-".]|-(?!>))+(?:->>?(?:"(?:[^"\\]|\\.)*"|(?:[^-".]|-(?!>))+))*)\.([\s\S]+)$/;

function parseBranch(text: string, tree: string): Filter {
  const nested = /^(not\.)?(and|or)(\([\s\S]*\))$/.exec(text);
  if (nested?.[3] !== undefined) return parseLogic(nested[2] === 'and' ? 'and' : 'or', nested[3], nested[1] !== undefined);
  const match = COLUMN_AND_TEST.exec(text);
  if (!match?.[1] || match[2] === undefined) throw parseError(`"failed to parse logic tree (${tree})"`, `unexpected "${text}"`);
  const filter = parseCondition(match[1], match[2]);
  if (filter.kind === 'logic' || filter.test.operator === 'in' || filter.test.operator === 'is') return filter;
  return { ...filter, test: { operator: filter.test.operator, value: unquote(filter.test.value) } };
}

/** `(a.eq.1,and(b.gt.2,c.is.null))` under `or` or `and`. */
export function parseLogic(join: 'and' | 'or', text: string, isNegated: boolean): Filter {
  const inside = insideBrackets(text);
  if (inside === null)
    throw parseError(
      `"failed to parse logic tree (${text})" (line 1, column ${text.length + 1})`,
      'unexpected end of input expecting "," or ")"',
    );
  return { kind: 'logic', join, isNegated, filters: splitOutside(inside, ',', 'logic tree').map((part) => parseBranch(part.trim(), text)) };
}
