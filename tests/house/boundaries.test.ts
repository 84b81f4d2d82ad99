import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Said = { readonly filename: string; readonly code: string; readonly help?: string };
/** Lints a small tree with the project's own configuration and returns what the linter says. */
const house = mkdtempSync(join(tmpdir(), 'kontor-house-'));
afterAll(() => rmSync(house, { recursive: true, force: true }));

function lint(files: Record<string, string>): readonly Said[] {
  rmSync(join(house, 'src'), { recursive: true, force: true });
  for (const layer of [
    'app',
    'features/expenses',
    'features/vendors',
    'widgets',
    'data/device',
    'data/sync',
    'data/vendors',
    'domain',
    'ui',
    'platform',
  ])
    mkdirSync(join(house, 'src', layer), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
  for (const file of ['oxlint.config.ts', 'tsconfig.json', 'package.json']) cpSync(resolve(file), join(house, file));
  try {
    symlinkSync(resolve('node_modules'), join(house, 'node_modules'));
  } catch {
    // linked by an earlier call
  }
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['--format=json', 'src'], { cwd: house, encoding: 'utf8' });
  return (JSON.parse(stdout) as { diagnostics: Said[] }).diagnostics;
}

test('a clean tree passes the boundary rules', () => {
  expect(
    lint({
      'src/features/expenses/a.ts': "import { y } from '#domain/y.ts';\nexport const a = y;\n",
      'src/domain/y.ts': 'export const y = 1;\n',
    }),
  ).toEqual([]);
});

const VIOLATIONS: readonly (readonly [what: string, path: string, text: string, says: string])[] = [
  [
    'a feature that imports another feature',
    'src/features/expenses/imports-feature.ts',
    "import { b } from '#features/vendors/b.ts';\nexport const a = b;\n",
    'Features meet in app/',
  ],
  [
    'a domain rule that imports data',
    'src/domain/imports-data.ts',
    "import { b } from '#data/b.ts';\nexport const a = b;\n",
    'domain may import: domain',
  ],
  [
    'a screen that names rxdb',
    'src/features/expenses/names-rxdb.ts',
    "import { createRxDatabase } from 'rxdb';\nexport const a = createRxDatabase;\n",
    'Not in features/',
  ],
  [
    'a domain rule that names react',
    'src/domain/names-react.ts',
    "import { useState } from 'react';\nexport const a = useState;\n",
    'Not in domain/',
  ],
  [
    'a component of ui that imports a widget',
    'src/ui/imports-widget.ts',
    "import { b } from '#widgets/b.ts';\nexport const a = b;\n",
    'ui may import',
  ],
  [
    'an app that imports the embedded backend',
    'src/app/imports-backend.ts',
    "import { b } from '#local/b.ts';\nexport const a = b;\n",
    'app may import',
  ],
  [
    'a room of data that imports a room above it',
    'src/data/device/imports-sync.ts',
    "import { b } from '#data/sync/b.ts';\nexport const a = b;\n",
    'rooms below it',
  ],
  [
    'a room of data that imports an entity',
    'src/data/sync/imports-entity.ts',
    "import { b } from '#data/vendors/b.ts';\nexport const a = b;\n",
    'rooms below it',
  ],
  ['a rule that reads the clock itself', 'src/domain/reads-clock.ts', 'export const a = () => Date.now();\n', 'no-restricted-properties'],
  [
    'a screen that reads localStorage itself',
    'src/features/expenses/reads-storage.ts',
    "export const a = () => localStorage.getItem('x');\n",
    'no-restricted-globals',
  ],
  ['a parent import', 'src/domain/sub/from-parent.ts', "import { b } from '../b.ts';\nexport const a = b;\n", 'no-relative-parent-imports'],
];
/** What the linter says of a tree with all of them; it takes longer to start than to lint. */
let said: readonly Said[] = [];
beforeAll(() => {
  said = lint(Object.fromEntries([...VIOLATIONS.map(([, path, text]) => [path, text]), ['src/domain/b.ts', 'export const b = 1;\n']]));
});

test.each(VIOLATIONS)('the linter refuses %s', (_what, path, _text, says) => {
  const about = said.filter(({ filename }) => filename === path).map(({ code, help = '' }) => `${code} ${help}`);
  expect(about.join('\n')).toContain(says);
});

test('no folder of data reaches itself by way of another', () => {
  const folderOf = (path: string) => /^(?:src|#)\/?data\/([^/]+)\//.exec(path)?.[1];
  const arrows = new Map<string, Set<string>>();
  for (const path of sources('src/data').filter((each) => !/\.test\.tsx?$/.test(each))) {
    const from = folderOf(path) ?? '';
    const named = [...readFileSync(path, 'utf8').matchAll(/'(#data\/[^']+)'/g)].map(([, target = '']) => folderOf(target) ?? from);
    arrows.set(from, new Set([...(arrows.get(from) ?? []), ...named.filter((to) => to !== from)]));
  }
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of arrows.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  expect(arrows.size).toBeGreaterThan(25);
  expect([...arrows.keys()].filter((folder) => reached(folder).has(folder))).toEqual([]);
});

test('nothing that runs outside platform/ makes the current time out of thin air', () => {
  const offenders = sources('src').filter(
    (path) => !/^src\/(platform|build)\//.test(path) && !/\.test\.tsx?$/.test(path) && /new Date\(\)/.test(readFileSync(path, 'utf8')),
  );
  expect(offenders).toEqual([]);
});

test('the repository says nothing of machines, registries or how work is organised', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => /\.(ts|tsx|mjs|md|json|sql|yml|yaml|html|css)$|^\.ci\//.test(path) && !path.endsWith('boundaries.test.ts'));
  const offenders = files.filter((path) => /\/work\/|registry\.npmjs|\.library\b/.test(readFileSync(path, 'utf8')));
  expect(offenders).toEqual([]);
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
