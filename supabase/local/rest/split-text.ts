import { parseError } from './rest-error.ts';

const OPENING = '({[';
const CLOSING = ')}]';

/** Splits at a separator outside of quotes and brackets. Throws the given parse error when one stays open. */
export function splitOutside(text: string, separator: string, context: string): string[] {
  const parts: string[] = [];
  let [depth, quoted, start] = [0, false, 0];
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (quoted && char === '\\') index += 1;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (OPENING.includes(char)) depth += 1;
    else if (CLOSING.includes(char)) depth -= 1;
    else if (char === separator && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
    if (depth < 0) break;
  }
  if (depth !== 0 || quoted) throw parseError(`"failed to parse ${context} (${text})"`, 'unbalanced brackets or quotes');
  return [...parts, text.slice(start)];
}

/** `"a \"b\""` → `a "b"`; text without quotes stays as it is. */
export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
}

/** The part between the outer brackets, or null when there are none around the whole text. */
export function insideBrackets(text: string): string | null {
  return text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : null;
}
