import type { Payload } from './build-write.ts';
import { badBody, unsupported } from './rest-error.ts';
import { splitOutside, unquote } from './split-text.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The request's JSON text; anything but JSON is refused. */
export async function readJsonText(request: Request): Promise<string> {
  const type = (request.headers.get('content-type') ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && type !== 'application/vnd.pgrst.object+json') throw badBody(`Content-Type not acceptable: ${type}`);
  return request.text();
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badBody('Empty or invalid json');
  }
}

/** One row or many; with `columns` given only those count, otherwise all rows must have the same keys. */
export function parsePayload(text: string, columnsParameter: string | null): Payload {
  const value = parseJson(text);
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  if (!rows.every(isObject)) throw badBody('All object keys must match');
  const json = Array.isArray(value) ? text : `[${text}]`;
  if (columnsParameter !== null && columnsParameter !== '') {
    const columns = [...new Set(splitOutside(columnsParameter, ',', 'columns parameter').map((name) => unquote(name.trim())))];
    return { json, columns, isEmpty: rows.length === 0 };
  }
  const columns = Object.keys(rows[0] ?? {});
  const known = new Set(columns);
  const hasSameKeys = rows.every((row) => {
    const keys = Object.keys(row);
    return keys.length === columns.length && keys.every((key) => known.has(key));
  });
  if (!hasSameKeys) throw badBody('All object keys must match');
  if (rows.length > 1 && columns.length === 0) throw unsupported('Inserting several rows without any column');
  return { json, columns, isEmpty: rows.length === 0 };
}

/** A change is one object (or a list with just one). */
export function parseChange(text: string, columnsParameter: string | null): Payload {
  const payload = parsePayload(text, columnsParameter);
  const value: unknown = JSON.parse(payload.json);
  if (Array.isArray(value) && value.length > 1) throw unsupported('Changing rows with several objects');
  return payload;
}
