import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const files = ['src', 'sw'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name)),
);
const DEFINED = /^export (?:async )?(?:const|let|function|class|type) (\w+)/gm;
/** Every directory says what its pages show under this one name (`domain/shared/define-directory.ts`). */
const BY_AGREEMENT = new Set(['pages']);

/** What has more than one home, with its homes. */
const homesOf = (named: Iterable<readonly [string, string]>): string[] => {
  const homes = new Map<string, Set<string>>();
  for (const [name, home] of named) homes.set(name, (homes.get(name) ?? new Set()).add(home));
  return [...homes].filter(([, all]) => all.size > 1).map(([name, all]) => `${name}: ${[...all].join(', ')}`);
};
const exportsOf = (file: string, source: string) => [...source.matchAll(DEFINED)].map(([, name = '']) => [name, file] as const);

test('a file name stands once, so that it is enough to find the file', () => {
  expect(homesOf(files.map((file) => [basename(file), file]))).toEqual([]);
  expect(homesOf([...files, 'src/ui/use-lines.ts'].map((file) => [basename(file), file]))).toHaveLength(1);
});

test('an exported name stands once, so that a search for it finds one thing', () => {
  const exported = files.flatMap((file) => exportsOf(file, readFileSync(file, 'utf8'))).filter(([name]) => !BY_AGREEMENT.has(name));
  expect(homesOf(exported)).toEqual([]);
  expect(homesOf([...exported, ...exportsOf('planted.ts', 'export const useLines = 1;\n')])).toHaveLength(1);
});
