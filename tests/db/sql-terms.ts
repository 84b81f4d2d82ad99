/**
 * Finds the single conditions of a piece of SQL or PL/pgSQL as PostgreSQL prints it: what can be dropped in turn to ask whether
 * anybody would notice. A tokenizer and one walk over clauses; whether a result is valid SQL is PostgreSQL's to say.
 */

type Token = { readonly kind: 'word' | 'text' | 'mark'; readonly text: string; readonly start: number; readonly end: number };

/** One place of the text and what stands there instead. */
export type Drop = { readonly start: number; readonly end: number; readonly instead: string };

const TOKEN =
  /(?<blank>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<tag>\$[a-z_]*\$)[\s\S]*?\k<tag>)|(?<word>[a-z_][\w$]*)|(?<mark>\d[\w.]*|\$\d+|::|:=|=>|[()[\];,]|[-+*/<>=~!@#%^&|?]+|.)/giy;

export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sql.matchAll(TOKEN)) {
    const { text, word, blank } = match.groups ?? {};
    if (blank !== undefined) continue;
    const kind = text === undefined ? (word === undefined ? 'mark' : 'word') : 'text';
    tokens.push({
      kind,
      text: kind === 'word' ? match[0].toLowerCase() : match[0],
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return tokens;
}

/** Words and marks that begin or end a condition. */
const SEPARATORS = new Set(
  (
    'select from where on having join left right inner full cross lateral group order by limit offset union except intersect window ' +
    'returning set values into using with if elsif else then when case end loop while for foreach return query next exit continue ' +
    'raise perform execute begin declare exception as asc desc do nothing update delete insert constant ordinality , ; :='
  ).split(' '),
);
const AFTER_ON = new Set(['conflict', 'constraint', 'delete', 'update', 'commit']);
const OPEN = new Set(['(', '[']);
const CLOSE = new Set([')', ']']);

/** The place after the bracket that closes the one at `from`. */
function closing(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    if (OPEN.has(tokens[i]?.text ?? '')) depth++;
    if (CLOSE.has(tokens[i]?.text ?? '') && --depth === 0) return i + 1;
  }
  return tokens.length;
}

const wordAt = (tokens: readonly Token[], i: number): string => (tokens[i]?.kind === 'text' ? '' : (tokens[i]?.text ?? ''));

/** How many tokens at `i` belong together although one of them looks like a separator or connective. */
function idiom(tokens: readonly Token[], i: number): number {
  const [first, second, third] = [wordAt(tokens, i), wordAt(tokens, i + 1), wordAt(tokens, i + 2)];
  if (first === 'is' && second === 'distinct') return 3;
  if (first === 'is' && second === 'not' && third === 'distinct') return 4;
  if ((first === 'left' || first === 'right') && second === '(') return 1;
  if (first === 'on' && AFTER_ON.has(second)) return 2;
  return 0;
}

type Clause = { readonly opener: string; readonly from: number; readonly to: number; readonly closer: string };

/** The condition's parts between `and`s or `or`s at its own level; the `and` of a `between` is none. */
function split(tokens: readonly Token[], clause: Clause, connective: 'and' | 'or'): [number, number][] {
  const parts: [number, number][] = [];
  let [start, isBetween] = [clause.from, false];
  for (let i = clause.from; i < clause.to; i++) {
    const word = wordAt(tokens, i);
    if (OPEN.has(word)) i = closing(tokens, i) - 1;
    else if (word === 'between') isBetween = true;
    else if (word === 'and' && isBetween) isBetween = false;
    else if (word === connective) {
      parts.push([start, i]);
      start = i + 1;
    }
  }
  return [...parts, [start, clause.to]];
}

/** The terms of one clause: a term of an `and` becomes true, one of an `or` false, a lone condition of a query true. */
function dropsOfClause(tokens: readonly Token[], clause: Clause): Drop[] {
  // `exception when this or that then` names failures, it asks nothing.
  if (clause.opener === 'when' && wordAt(tokens, clause.from - 2) === 'exception') return [];
  const drops: Drop[] = [];
  const drop = ([from, to]: readonly [number, number], instead: string) => {
    // A term that goes on in a `case`, or began before its `end`, is not whole.
    const isCut = (to === clause.to && clause.closer === 'case') || (from === clause.from && clause.opener === 'end');
    const [first, last] = [tokens[from], tokens[to - 1]];
    if (from < to && first && last && !isCut) drops.push({ start: first.start, end: last.end, instead });
  };
  const alternatives = split(tokens, clause, 'or');
  if (alternatives.length > 1) for (const part of alternatives) drop(part, 'false');
  for (const [from, to] of alternatives) {
    const terms = split(tokens, { ...clause, from, to }, 'and');
    if (terms.length > 1) for (const term of terms) drop(term, 'true');
    else if (alternatives.length === 1 && ['where', 'on', 'having'].includes(clause.opener)) drop([from, to], 'true');
  }
  const guards = (clause.opener === 'if' || clause.opener === 'elsif') && wordAt(tokens, clause.to + 1) === 'raise';
  if (guards) drop([clause.from, clause.to], 'false');
  return drops;
}

/** A `perform` whose question or lock is left out. */
function dropOfPerform(tokens: readonly Token[], at: number): Drop[] {
  let end = at + 1;
  while (end < tokens.length && wordAt(tokens, end) !== ';') end++;
  const [first, last] = [tokens[at], tokens[end - 1]];
  return first && last ? [{ start: first.start, end: last.end, instead: 'null' }] : [];
}

const IS_SQL = /^'\s*(?:select|insert|update|delete|with)\b/i;

/** Conditions of a statement that is text to be executed. */
function dropsOfText({ text, start }: Token): Drop[] {
  if (!IS_SQL.test(text)) return [];
  return dropsOf(text.slice(1, -1)).map((drop) => ({ ...drop, start: drop.start + start + 1, end: drop.end + start + 1 }));
}

function walk(tokens: readonly Token[], from: number, to: number): Drop[] {
  const drops: Drop[] = [];
  let [start, opener] = [from, ''];
  let isAssigning = false;
  const close = (end: number, closer: string) => {
    // In `set a = b or c` the first sign is no comparison.
    if (isAssigning && wordAt(tokens, start + 1) === '=') start += 2;
    isAssigning = closer === 'set' || (isAssigning && closer === ',');
    if (start < end) drops.push(...dropsOfClause(tokens, { opener, from: start, to: end, closer }));
    [start, opener] = [end + 1, closer];
  };
  for (let i = from; i < to; i++) {
    const [token, word] = [tokens[i], wordAt(tokens, i)];
    const together = idiom(tokens, i);
    if (token?.kind === 'text') drops.push(...dropsOfText(token));
    else if (OPEN.has(word)) {
      const end = closing(tokens, i);
      drops.push(...walk(tokens, i + 1, end - 1));
      i = end - 1;
    } else if (together > 0) {
      if (word === 'on') close(i, 'on conflict');
      i += together - 1;
    } else if (SEPARATORS.has(word)) {
      if (word === 'perform') drops.push(...dropOfPerform(tokens, i));
      close(i, word);
    }
  }
  close(to, '');
  return drops;
}

/** Everything that can be dropped from this text, in its order. */
export function dropsOf(sql: string): Drop[] {
  const tokens = tokensOf(sql);
  return walk(tokens, 0, tokens.length).toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** The text with one thing dropped; further places are for what must be added beside it. */
export const without = (sql: string, ...places: readonly Drop[]): string =>
  places
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, instead }) => text.slice(0, start) + instead + text.slice(end), sql);
