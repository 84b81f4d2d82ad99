import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readLocale } from '#build/locales.ts';

const root = resolve('.');
const locales = (['en', 'de'] as const).map((language) => readLocale(join(root, 'locales'), language) as Readonly<Record<string, unknown>>);

const at = (texts: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[key] : undefined),
      texts,
    );
/** What a key says, in whichever namespace and language has it. */
const textsOf = (key: string): string[] =>
  locales.flatMap((namespaces) => Object.values(namespaces).map((texts) => at(texts, key))).filter((text) => typeof text === 'string');

/** The opening tags of dialogs that name what their press does. */
const dialogs = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.tsx'))
  .flatMap(({ parentPath, name }) =>
    [
      ...readFileSync(join(parentPath, name), 'utf8').matchAll(/<\w*Dialog\b(?:(?!\n\s*>|>\n)[^])*?confirmLabel=(?:(?!\n\s*>|>\n)[^])*/g),
    ].map(([tag]) => ({ name, tag })),
  );
const isAboutCancelling = (tag: string): boolean => {
  const label = /confirmLabel=\{([^\n]*)/.exec(tag)?.[1] ?? '';
  const keys = [...label.matchAll(/'([\w.]+)'/g)].map(([, key = '']) => key);
  return keys.some((key) => textsOf(key).some((text) => /\bcancel|abbrech|storn/i.test(text)));
};

test('a dialog whose press cancels something names the other way out otherwise than “Cancel”', () => {
  expect(dialogs.length).toBeGreaterThan(25);
  const about = dialogs.filter(({ tag }) => isAboutCancelling(tag));
  expect(about.map(({ name }) => name)).toContain('InvoiceDialogs.tsx');
  expect(about.filter(({ tag }) => !tag.includes('cancelLabel=')).map(({ name }) => name)).toEqual([]);
});
