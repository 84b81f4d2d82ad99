import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { isUnread } from '#local/install.mjs';

/** `npm start` installs without `devDependencies`: what it runs and what it builds must not need one of them, and stay small. */

type Locked = { readonly dev?: boolean; readonly link?: boolean; readonly [list: string]: unknown };
const json = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const { dependencies } = json<{ dependencies: Record<string, string> }>('package.json');
const locked = Object.entries(json<{ packages: Record<string, Locked> }>('package-lock.json').packages);
const installed = locked.filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link && existsSync(path));

const IMPORT = /(?:^import (?!type )(?:[^'";]*? from )?|^export [^'";]*? from |[^.\w]import\()'([^']+)'/gm;
const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

function sources(): string[] {
  const inside = ['src', 'sw', 'supabase'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return ['vite.config.ts', ...inside].filter((file) => /\.(?:mjs|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file));
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => specifier);
}

/** 4 kB blocks, as a disk counts; what lies in a package's own `node_modules` is a package of its own. */
function megabytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sum + megabytes(path);
      return (
        sum + (entry.isFile() && !isUnread(relative('node_modules', path)) ? (Math.ceil(statSync(path).size / 4096) * 4096) / 2 ** 20 : 0)
      );
    }, 0);
}

test('what runs and what is built imports no package that only the tests have', () => {
  const known = new Set([...Object.keys(dependencies), ...builtinModules]);
  const foreign = sources().flatMap((file) =>
    importsOf(file)
      .filter((specifier) => !/^(?:node:|\.|virtual:)/.test(specifier))
      .filter((specifier) => (specifier.startsWith('#') ? specifier.startsWith('#tests/') : !known.has(packageOf(specifier))))
      .map((specifier) => `${file}: ${specifier}`),
  );
  expect(foreign).toEqual([]);
});

/** Whether a package in that folder finds the other one: beside its own, or in a folder further out. */
function isFound(folders: ReadonlySet<string>, from: string, name: string): boolean {
  const inside = from === '' ? '' : `${from}/`;
  if (folders.has(`${inside}node_modules/${name}`)) return true;
  return from !== '' && isFound(folders, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

// A registry that lacks other platforms' binaries makes npm write a lock file without them, silently.
test('the lock file names the binaries of every platform, or `npm ci` would refuse it', () => {
  const folders = new Set(locked.map(([path]) => path));
  const missing = locked.flatMap(([path, entry]) =>
    ['dependencies', 'optionalDependencies']
      .flatMap((list) => Object.keys((entry[list] as Record<string, string> | undefined) ?? {}))
      .filter((name) => !isFound(folders, path, name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('a first start installs packages of at most 400 MB together', () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(Math.round(installed.reduce((sum, [path]) => sum + megabytes(path), 0))).toBeLessThanOrEqual(400);
});
