import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Which keys of texts the sources ask for, as the compiler sees it: in a copy of the sources the argument of every `t(…)` is handed to a
 * function that takes nothing, and the complaints name its type. So `t(`status.${each}`)` asks for exactly the members of that union, and a
 * member that goes away in the code goes away here.
 */

const COLLECTOR = '__asked';
/** Names that `useTranslation` and its like are bound to; whatever else has such a name is told apart by its type. */
const CALL = /(?<![\w.$])(?:i18n\.)?(?:t|t[A-Z]\w*)\(/g;

/** Where the first argument that begins at `from` ends. */
function endOfArgument(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === "'" || char === '"') at = source.indexOf(char, at + 1);
    else if (char === '`') at = endOfTemplate(source, at);
    else if ('([{'.includes(char)) depth += 1;
    else if (depth === 0 && (char === ',' || char === ')')) return at;
    else if (')]}'.includes(char)) depth -= 1;
  }
  return source.length;
}

function endOfTemplate(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source.startsWith('${', at)) {
      for (let depth = 1, next = at + 2; depth > 0; next += 1) {
        if (source.charAt(next) === '`') next = endOfTemplate(source, next);
        depth += { '{': 1, '}': -1 }[source.charAt(next)] ?? 0;
        at = next;
      }
    } else if (source.charAt(at) === '`') return at;
  }
  return source.length;
}

/** The source with every asked key handed to the collector. Casts would hide what is really asked for. */
export function instrumented(source: string): string {
  let [result, done] = ['', 0];
  for (const { 0: call, index } of source.matchAll(CALL)) {
    const from = index + call.length;
    const end = endOfArgument(source, from);
    const argument = source.slice(from, end).trim();
    if (from < done || argument === '' || /^(?:\w+: |\{|\.\.\.)/.test(argument)) continue;
    const bare = argument.replaceAll(/ as (?:'[^']*'|never)/g, '');
    result += `${source.slice(done, from)}${COLLECTOR}([${call.slice(0, -1)}, ${bare}] as const)`;
    done = end;
  }
  return result + source.slice(done);
}

export type Asked = {
  /** `namespace:key`, the plural's ending left out. */
  readonly keys: ReadonlySet<string>;
  /** Keys with a part that may be any text, as the compiler writes them: `errors:field.${string}`. */
  readonly open: ReadonlySet<string>;
};

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));

/** What the sources of the project in `root` ask for. */
export function askedTexts(root: string): Asked {
  const house = mkdtempSync(join(tmpdir(), 'kontor-texts-'));
  try {
    for (const part of ['src', 'locales', 'package.json', 'CHANGELOG.md']) cpSync(join(root, part), join(house, part), { recursive: true });
    symlinkSync(resolve(root, 'node_modules'), join(house, 'node_modules'));
    for (const file of sourcesIn(join(house, 'src'))) {
      if (/\.test\.tsx?$/.test(file)) rmSync(file);
      else writeFileSync(file, instrumented(readFileSync(file, 'utf8')));
    }
    writeFileSync(join(house, 'src/asked.d.ts'), `declare function ${COLLECTOR}(given: never): any;\n`);
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
    const options = { compilerOptions: { ...compilerOptions, noErrorTruncation: true }, include: ['src'] };
    writeFileSync(join(house, 'tsconfig.json'), JSON.stringify(options));
    return understood(complaints(house));
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
}

function complaints(house: string): string {
  try {
    execFileSync(join(house, 'node_modules/.bin/tsc'), ['--pretty', 'false', '--checkers', '1', '-p', '.'], {
      cwd: house,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    return '';
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

const COMPLAINT =
  /error TS2345: Argument of type '(?:readonly )?\[TFunction<(.*?), (?:undefined|"[^"]*")>, (.*)\]' is not assignable to parameter of type 'never'/g;
/** A `t` of more namespaces than this is the one that knows all of them: its keys name their own, or are common. */
const MOST_NAMESPACES = 6;
/** A union of more keys is whatever the namespace has (`ParseKeys`): then the sources say what is asked for, as literals. */
const MOST_KEYS = 60;

/** Reads the types out of the complaints: texts in double quotes, patterns in backticks, `string` for any. */
function understood(text: string): Asked {
  const [keys, open] = [new Set<string>(), new Set<string>()];
  for (const [, given = '', union = ''] of text.matchAll(COMPLAINT)) {
    const named = [...given.matchAll(/"([\w-]+)"/g)].map(([, name = '']) => name);
    const namespaces = named.length === 0 || named.length > MOST_NAMESPACES ? ['common'] : named;
    const note = (to: Set<string>, key: string) => {
      for (const namespace of namespaces) to.add(key.includes(':') ? key : `${namespace}:${key}`);
    };
    const members = [...union.matchAll(/"([^"]*)"/g)].map(([, key = '']) => key);
    if (members.length <= MOST_KEYS) for (const key of members) note(keys, key);
    for (const [, pattern = ''] of union.matchAll(/`([^`]*)`/g)) note(open, pattern);
  }
  return { keys, open };
}
