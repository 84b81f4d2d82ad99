import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { readLocale } from '#build/locales.ts';

const root = join(import.meta.dirname, '../../..');
const texts = Object.fromEntries(LANGUAGES.map((language) => [language, flatten(readLocale(join(root, 'locales'), language))]));

/** `{a: {b: 'x'}}` → `a.b`; the namespace is the first part. */
function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  const entries = Object.entries(value as Record<string, unknown>);
  return new Map(entries.flatMap(([key, child]) => [...flatten(child, path ? `${path}${path.includes(':') ? '.' : ':'}${key}` : key)]));
}

const keysOf = (language: string) => [...(texts[language]?.keys() ?? [])].sort();
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name).sort((a, b) => a.localeCompare(b));

describe('texts', () => {
  test('English and German have the same keys', () => {
    expect(keysOf('de')).toEqual(keysOf('en'));
  });

  test('no text is empty', () => {
    for (const language of LANGUAGES)
      expect(
        [...(texts[language] ?? [])].filter(([, text]) => text.trim() === ''),
        language,
      ).toEqual([]);
  });

  test('both languages fill in the same values', () => {
    const differing = keysOf('en').filter((key) => {
      const [en, de] = [placeholders(texts['en']?.get(key) ?? ''), placeholders(texts['de']?.get(key) ?? '')];
      return en.join() !== de.join();
    });
    expect(differing).toEqual([]);
  });

  test('a text that counts has every form of its language, and no other', () => {
    for (const language of LANGUAGES) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted((a, b) => a.localeCompare(b));
      const counted = new Map<string, string[]>();
      for (const key of keysOf(language)) {
        const [, base, form] = /^(.+)_(zero|one|two|few|many|other)$/.exec(key) ?? [];
        if (base && form) counted.set(base, [...(counted.get(base) ?? []), form].sort());
      }
      expect(counted.size).toBeGreaterThan(50);
      expect([...counted].filter(([, found]) => found.join() !== forms.join())).toEqual([]);
      expect([...counted.keys()].filter((base) => texts[language]?.has(base))).toEqual([]);
    }
  });

  test('every key named in the code exists', () => {
    const missing = sourceFiles(join(root, 'src')).flatMap((file) => unknownKeys(file, readFileSync(file, 'utf8')));
    expect(missing).toEqual([]);
  });

  test('the search for keys finds a planted one', () => {
    const planted =
      "const { t } = useTranslation('auth'); const { t: tOther } = useTranslation(); t('login.nope'); tOther('action.nope'); t('login.title');";
    expect(unknownKeys('planted.tsx', planted)).toEqual(['planted.tsx: auth:login.nope', 'planted.tsx: common:action.nope']);
  });
});

function sourceFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => /(?<!\.test)\.tsx?$/.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
}

/** Literal keys of `t('…')` by the namespaces that the file's `useTranslation` calls bind to its names of `t`. */
function unknownKeys(file: string, source: string): string[] {
  const namespaces = new Map<string, Set<string>>();
  for (const [, bound, namespace = 'common'] of source.matchAll(/\{ (t(?:: \w+)?)[^}]*\} = useTranslation\((?:'([a-z-]+)')?\)/g)) {
    const name = bound?.split(': ')[1] ?? 't';
    namespaces.set(name, (namespaces.get(name) ?? new Set()).add(namespace));
  }
  return [...source.matchAll(/\b(t\w*)\('([\w.:-]+)'/g)].flatMap(([, name = '', key = '']) => {
    const bound = namespaces.get(name);
    if (!bound) return [];
    const candidates = key.includes(':') ? [key] : [...bound].map((namespace) => `${namespace}:${key}`);
    return candidates.some(exists) ? [] : [`${file.replace(`${root}/`, '')}: ${candidates[0]}`];
  });
}

const exists = (key: string): boolean => ['', '_one', '_other'].some((suffix) => texts['en']?.has(key + suffix));
