import type { ColumnRef, JsonStep } from './query-types.ts';
import { parseError } from './rest-error.ts';
import { unquote } from './split-text.ts';

const NAME = /^("(?:[^"\\]|\\.)*"|(?:[^-"(),.:]|-(?!>))+)/;
const STEP = /^(->>?)("(?:[^"\\]|\\.)*"|(?:[^-"(),:]|-(?!>))+)/;

/** `settings->lights->>red` → a column and the way into its JSON. */
export function parseColumn(text: string, context: string): ColumnRef {
  const refuse = () => parseError(`"failed to parse ${context} (${text})"`, 'expecting a column name');
  const name = NAME.exec(text)?.[0];
  if (name === undefined) throw refuse();
  const path: JsonStep[] = [];
  let rest = text.slice(name.length);
  while (rest !== '') {
    const match = STEP.exec(rest);
    if (!match?.[2]) throw refuse();
    path.push({ arrow: match[1] === '->>' ? '->>' : '->', key: unquote(match[2]) });
    rest = rest.slice(match[0].length);
  }
  return { name: unquote(name.trim()), path };
}
