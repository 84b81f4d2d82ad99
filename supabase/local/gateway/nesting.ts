/**
 * Brackets open at once in what a client sends. No document of ours comes near it; beyond some five thousand levels the embedded engine
 * loses its way instead of refusing, and takes the database with it.
 */
const MAX_NESTING = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Reads JSON in pieces; answers whether it is nested too deeply so far. Brackets inside of strings do not count. */
export function createNestingMeter(): (bytes: Uint8Array) => boolean {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (OPENING.has(byte)) depth += 1;
      else if (CLOSING.has(byte)) depth -= 1;
      if (depth > MAX_NESTING) return true;
    }
    return false;
  };
}

/** Whether a JSON text is nested too deeply. */
export const isTooDeep = (json: string): boolean => createNestingMeter()(new TextEncoder().encode(json));

/** Whether a query string is: quotes count for nothing there, because a filter takes them off before the value is read as JSON. */
export const isQueryTooDeep = (query: string): boolean => {
  let depth = 0;
  for (const char of query.replaceAll(/%5b|%7b/gi, '[').replaceAll(/%5d|%7d/gi, ']')) {
    if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > MAX_NESTING) return true;
  }
  return false;
};
