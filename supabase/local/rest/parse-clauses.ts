import { parseColumn } from './parse-column.ts';
import { parseCondition, parseLogic } from './parse-filter.ts';
import type { Clauses, EmbedItem, OrderTerm, SelectItem } from './query-types.ts';
import { parseError, RestError, unsupported } from './rest-error.ts';
import type { RestRequest } from './rest-request.ts';
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

/** What is no number means all, and beside an offset, as PostgREST reckons, none. */
const parseLimit = (text: string, isWithOffset: boolean): number | null => parseWhole(text) ?? (isWithOffset ? 0 : null);

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

function addParameter(root: Clauses, [key, value]: readonly [string, string], keys: ReadonlySet<string>): void {
  const { path, last } = splitKey(key);
  const isLogic = last === 'and' || last === 'or';
  const isNegated = isLogic && path.at(-1) === 'not';
  const clauses = clausesAt(root, isNegated ? path.slice(0, -1) : path);
  if (isLogic) clauses.filters.push(parseLogic(last, value, isNegated));
  else if (last === 'order') clauses.order = splitOutside(value, ',', 'order').map((term) => parseOrderTerm(term.trim()));
  else if (last === 'limit') clauses.limit = parseLimit(value, keys.has([...path, 'offset'].join('.')));
  else if (last === 'offset') clauses.offset = parseWhole(value) ?? 0;
  else clauses.filters.push(parseCondition(last, value));
}

/** Of two that a name might mean PostgREST takes one by the order of all parameters. */
function embedOf(items: readonly SelectItem[], name: string): EmbedItem | undefined {
  const [first, second] = items.filter((item): item is EmbedItem => item.kind === 'embed' && (item.alias === name || item.target === name));
  if (second) throw unsupported(`A parameter for '${name}', which is embedded twice,`);
  return first;
}

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
  const given = [...parameters].filter(([key]) => !RESERVED.has(key));
  const keys = new Set(given.map(([key]) => key));
  for (const parameter of given) addParameter(root, parameter, keys);
  refuseUnknownEmbeds(root, items);
  return root;
}

type Rows = { readonly first: number; readonly last: number };

/** `Range: 0-9`, which HTTP knows for GET alone. */
function rowsOfHeader({ method, headers }: Pick<RestRequest, 'method' | 'headers'>): Rows {
  const match = /^(\d{1,15})-(\d{0,15})$/.exec(method === 'GET' ? (headers.get('range') ?? '') : '');
  return { first: Number(match?.[1] ?? 0), last: match?.[2] ? Number(match[2]) : Infinity };
}

/** What `limit`, `offset` and the `Range` header leave together. Throws PGRST103 for nothing, unless nothing was asked for. */
export function settleWindow(clauses: Clauses, request: Pick<RestRequest, 'method' | 'headers'>): void {
  const asked = { first: clauses.offset, last: clauses.limit === null ? Infinity : clauses.offset + clauses.limit - 1 };
  const header = rowsOfHeader(request);
  const isNoneAsked = asked.last === -1;
  const rows = { first: Math.max(asked.first, header.first), last: Math.min(asked.last, header.last) };
  if (isNoneAsked) Object.assign(clauses, { offset: 0, limit: 0 });
  else if (header.first > header.last)
    throw rangeError('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
  else if (rows.first > rows.last) throw rangeError('Limit should be greater than or equal to zero.');
  else Object.assign(clauses, { offset: rows.first, limit: rows.last === Infinity ? null : rows.last - rows.first + 1 });
}
