import { parseColumn } from './parse-column.ts';
import { parseCondition, parseLogic } from './parse-filter.ts';
import type { Clauses, EmbedItem, OrderTerm, SelectItem } from './query-types.ts';
import { parseError, RestError } from './rest-error.ts';
import { splitOutside, unquote } from './split-text.ts';

const RESERVED = new Set(['select', 'columns', 'on_conflict', 'apikey']);

const emptyClauses = (): Clauses => ({ filters: [], order: [], limit: null, offset: 0, embeds: new Map() });

function parseOrderTerm(text: string): OrderTerm {
  const match = /^(.*?)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/s.exec(text);
  const column = match?.[1] ?? '';
  if (/\.[^.]*$/.test(column.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) || column.includes('('))
    throw parseError(`"failed to parse order (${text})"`, 'expecting "asc", "desc", "nullsfirst" or "nullslast"');
  const nulls = match?.[3] === 'first' || match?.[3] === 'last' ? match[3] : null;
  return { column: parseColumn(column, 'order'), direction: match?.[2] === 'desc' ? 'desc' : 'asc', nulls };
}

/** What is not a number is ignored, as PostgREST does. */
function parseWhole(text: string): number | null {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The window can't be served. */
export const rangeError = (details: string): RestError =>
  new RestError({ status: 416, code: 'PGRST103', message: 'Requested range not satisfiable', details });

function parseLimit(text: string): number | null {
  const limit = parseWhole(text);
  if (limit !== null && limit < 0) throw rangeError('Limit should be greater than or equal to zero.');
  return limit;
}

/** Splits `boats.trips.amount->x` into the embedded tables and the last name; dots inside JSON keys stay. */
function splitKey(key: string): { path: string[]; last: string } {
  const arrow = key.indexOf('->');
  const parts = splitOutside(arrow < 0 ? key : key.slice(0, arrow), '.', 'filter');
  const last = parts.at(-1) ?? '';
  return { path: parts.slice(0, -1).map(unquote), last: arrow < 0 ? last : last + key.slice(arrow) };
}

function clausesAt(root: Clauses, path: readonly string[]): Clauses {
  return path.reduce((clauses, name) => {
    const next = clauses.embeds.get(name) ?? emptyClauses();
    clauses.embeds.set(name, next);
    return next;
  }, root);
}

function addParameter(root: Clauses, key: string, value: string): void {
  const { path, last } = splitKey(key);
  const isLogic = last === 'and' || last === 'or';
  const isNegated = isLogic && path.at(-1) === 'not';
  const clauses = clausesAt(root, isNegated ? path.slice(0, -1) : path);
  if (isLogic) clauses.filters.push(parseLogic(last, value, isNegated));
  else if (last === 'order') clauses.order = splitOutside(value, ',', 'order').map((term) => parseOrderTerm(term.trim()));
  else if (last === 'limit') clauses.limit = parseLimit(value);
  else if (last === 'offset') clauses.offset = Math.max(0, parseWhole(value) ?? 0);
  else clauses.filters.push(parseCondition(last, value));
}

const embedOf = (items: readonly SelectItem[], name: string): EmbedItem | undefined =>
  items.find((item): item is EmbedItem => item.kind === 'embed' && (item.alias === name || item.target === name));

function refuseUnknownEmbeds(clauses: Clauses, items: readonly SelectItem[]): void {
  for (const [name, inner] of clauses.embeds) {
    const embed = embedOf(items, name);
    if (!embed)
      throw new RestError({
        status: 400,
        code: 'PGRST108',
        message: `'${name}' is not an embedded resource in this request`,
        hint: `Verify that '${name}' is included in the 'select' query parameter.`,
      });
    refuseUnknownEmbeds(inner, embed.items);
  }
}

/** Everything of the query string that is not the select list. */
export function parseClauses(parameters: Iterable<readonly [string, string]>, items: readonly SelectItem[]): Clauses {
  const root = emptyClauses();
  for (const [key, value] of parameters) if (!RESERVED.has(key)) addParameter(root, key, value);
  refuseUnknownEmbeds(root, items);
  return root;
}

/** `Range: 0-9` narrows what `limit` and `offset` say. */
export function applyRangeHeader(clauses: Clauses, header: string | null): void {
  const match = /^(\d{1,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match?.[1]) return;
  const [from, to] = [Number(match[1]), match[2] === '' || match[2] === undefined ? null : Number(match[2])];
  if (to !== null && to < from)
    throw rangeError('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
  clauses.offset = Math.max(clauses.offset, from);
  if (to !== null) clauses.limit = Math.min(clauses.limit ?? Infinity, to - from + 1);
}
