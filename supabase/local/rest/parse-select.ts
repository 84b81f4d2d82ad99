import { parseColumn } from './parse-column.ts';
import type { ColumnRef, SelectItem } from './query-types.ts';
import { parseError, RestError, unsupported } from './rest-error.ts';
import { splitOutside, unquote } from './split-text.ts';

const CONTEXT = 'select parameter';
const ALIAS = /^("(?:[^"\\]|\\.)*"|[^":(]+):(?!:)/;
const MAX_DEPTH = 8;

function parseEmbed(text: string, alias: string | null, depth: number): SelectItem {
  const open = text.indexOf('(');
  if (!text.endsWith(')')) throw parseError(`"failed to parse ${CONTEXT} (${text})"`, 'expecting ")"');
  if (depth >= MAX_DEPTH) throw unsupported(`Embedding deeper than ${MAX_DEPTH} levels`);
  const [target = '', ...modifiers] = text.slice(0, open).split('!');
  const hints = modifiers.filter((modifier) => modifier !== 'inner' && modifier !== 'left');
  if (hints.length > 1) throw unsupported('More than one hint on an embedded table');
  const name = unquote(target);
  const inside = text.slice(open + 1, -1);
  return {
    kind: 'embed',
    target: name,
    alias: alias ?? name,
    hint: hints[0] ?? null,
    isInner: modifiers.includes('inner'),
    items: inside.trim() === '' ? [] : parseItems(inside, depth + 1),
  };
}

/** What a column is called that nobody named: by the last key of its path; a place in a list names nothing. */
function nameOf({ name, path }: ColumnRef): string | null {
  if (path.length === 0) return null;
  return path.findLast(({ key }) => !/^-?\d+$/.test(key))?.key ?? name;
}

function parseItem(raw: string, depth: number): SelectItem {
  if (raw.startsWith('...')) throw unsupported('Spreading an embedded table');
  const prefix = ALIAS.exec(raw);
  const alias = prefix?.[1] === undefined ? null : unquote(prefix[1].trim());
  const text = raw.slice(prefix?.[0].length ?? 0);
  if (/\b(?:count|sum|avg|min|max)\(\)/.test(text))
    throw new RestError({ status: 400, code: 'PGRST123', message: 'Use of aggregate functions is not allowed' });
  if (text.includes('(')) return parseEmbed(text, alias, depth);
  const [name = '', cast = null, ...rest] = text.split('::');
  if (rest.length > 0) throw parseError(`"failed to parse ${CONTEXT} (${raw})"`, 'unexpected ":"');
  const column = parseColumn(name, CONTEXT);
  // PostgREST stops reading here, and leaves out what comes after it.
  if (name === '*' && cast !== null) throw unsupported('A cast of all columns');
  if (name === '*' && alias !== null) throw parseError(`"failed to parse ${CONTEXT} (${raw})"`, 'unexpected "*"');
  return { kind: 'column', column, alias: alias ?? nameOf(column), cast };
}

function parseItems(text: string, depth: number): SelectItem[] {
  return splitOutside(text, ',', CONTEXT).map((raw) => parseItem(raw.trim(), depth));
}

/** `select=id,total:amount,customer:customers!inner(name)`; nothing given means every column. */
export function parseSelect(text: string | null): SelectItem[] {
  return parseItems(text === null || text.trim() === '' ? '*' : text, 0);
}
