import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directories } from '#domain/directories.ts';
import { registry } from '#domain/registry.ts';
import { PERMISSION_KEYS } from '#domain/access/access.ts';
import { readLocale } from '#build/locales.ts';
import { choiceKeys, fieldKeys } from '#widgets/field-keys.ts';
import { askedTexts, instrumented } from './asked-texts.ts';
import { leavesOf } from '#tests/support/record-leaves.ts';

const root = resolve('.');
/** The compiler reads all sources: many seconds on a busy machine. */
const PATIENCE_MS = 600_000;

const flatten = (value: unknown, path = ''): string[] =>
  typeof value === 'string'
    ? [path]
    : Object.entries(value as object).flatMap(([key, child]) =>
        flatten(child, path ? `${path}${path.includes(':') ? '.' : ':'}${key}` : key),
      );
const texts = [...new Set(flatten(readLocale(join(root, 'locales'), 'en')).map((key) => key.replace(/_(?:one|other)$/, '')))];

const filesIn = (folder: string, kind: RegExp): string =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => kind.test(name) && !/\.test\.tsx?$/.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n');
/** What stands between quotes in the app, and in what the server says to it. */
const literalsIn = (source: string) => new Set([...source.matchAll(/['"`]([\w:.-]+)['"`]/g)].map(([, literal = '']) => literal));
const app = literalsIn(filesIn('src', /\.tsx?$/));
const server = literalsIn(
  filesIn('supabase/migrations', /\.sql$/) + filesIn('supabase/functions', /\.ts$/) + filesIn('supabase/local', /\.ts$/),
);

const rights = new Set(PERMISSION_KEYS.flatMap((key) => key.split('.')));
const fields = Object.values(registry).flatMap(({ name, schema }) => leavesOf(schema).map((leaf) => ({ collection: name, ...leaf })));
const fieldNames = new Set(fields.flatMap(({ path }) => path.split('.')));

type Family = { readonly open: RegExp; readonly has: (member: string) => boolean };
/** Keys built from a text that the compiler does not know; each with the list that closes it. */
const FAMILIES: Family[] = [
  { open: /^errors:field\.(.+)$/, has: (message) => app.has(message) },
  { open: /^auth:error\.(.+)$/, has: (reason) => app.has(reason) || server.has(reason) },
  { open: /^invoices:missing\.(.+)$/, has: (field) => app.has(field.replace(/^warning_/, '')) || app.has(field.replace('_', '.')) },
  { open: /^reports:(?:control|measure|row)\.(?:owed\.)?(.+)$/, has: (name) => app.has(name) },
  { open: /^reports:adviser\.(?:column|file|document|tax|method|\$\{string\})\.(.+)$/, has: (name) => app.has(name) },
  { open: /^people:(?:resource|action)\.(.+)$/, has: (part) => rights.has(part) },
  { open: /^history:by\.(.+)$/, has: (type) => server.has(type) || app.has(type) },
  { open: /^history:count\.(.+)$/, has: (field) => fieldNames.has(field) },
  { open: /^system:log\.event\.(.+)$/, has: (event) => app.has(event) },
];
/** What the pages of a directory name, by its namespace: fields, sections and hints. */
const ofDirectories: readonly Family[] = await Promise.all(
  Object.values(directories).map(async ({ texts: namespace, pages: load }) => {
    const { form, facts, columns } = (await load()).pages;
    const named = [...form.flatMap(({ title, rows }) => [title, ...rows.flat().map(({ field }) => field)]), facts.title, 'address'];
    const all = new Set([
      ...named,
      ...facts.fields.map(({ field }) => field),
      ...columns.map(({ field }) => field),
      'name',
      'state',
      'gross',
    ]);
    return { open: new RegExp(`^${namespace}:(?:field|section|hint)\\.(.+)$`), has: (name) => all.has(name) };
  }),
);
FAMILIES.push(...ofDirectories);
/** Names of fields and of their choices, as history and conflicts ask for them. */
const ofRecords = new Set(
  fields.flatMap(({ collection, path, choices }) => [
    ...fieldKeys(collection, path).keys,
    ...choices.flatMap((choice) => choiceKeys(collection, path, choice)),
  ]),
);

describe('texts that nobody asks for', () => {
  const asked = askedTexts(root);
  const isAsked = (key: string): boolean => {
    const path = key.slice(key.indexOf(':') + 1);
    if (asked.keys.has(key) || asked.keys.has(`${key}_one`) || ofRecords.has(key)) return true;
    if (app.has(key) || (path.includes('.') && app.has(path))) return true;
    return FAMILIES.some(({ open, has }) => has(open.exec(key)?.[1] ?? ''));
  };

  test(
    'every text is asked for by a source',
    () => {
      expect(asked.keys.size).toBeGreaterThan(1000);
      expect(texts.filter((key) => !isAsked(key))).toEqual([]);
    },
    PATIENCE_MS,
  );

  test('a key built from any text belongs to a family with a closed list', () => {
    const undeclared = [...asked.open].filter((pattern) => !FAMILIES.some(({ open }) => open.test(pattern)));
    expect(undeclared).toEqual([]);
  });

  test('a family ends where its list ends', () => {
    expect(['errors:field.required', 'people:action.view', 'reports:row.total'].map(isAsked)).toEqual([true, true, true]);
    expect(['errors:field.nobodySaysThis', 'people:action.fly', 'expenses:status.forgotten'].map(isAsked)).toEqual([false, false, false]);
  });
});

test('the argument of a call is found whatever stands in it', () => {
  expect(instrumented("x = t(isOn ? 'a' : `b.${f({ c: `)` })}`, { count: t('n') });")).toBe(
    "x = t(__asked([t, isOn ? 'a' : `b.${f({ c: `)` })}`] as const), { count: t(__asked([t, 'n'] as const)) });",
  );
  expect(instrumented("const at = (t: TFunction) => i18n.t(`a.${b as 'c'}` as 'a.c'); list.t(1); test(2);")).toBe(
    'const at = (t: TFunction) => i18n.t(__asked([i18n.t, `a.${b}`] as const)); list.t(1); test(2);',
  );
});
