import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter(({ name }) => /\.(tsx?|module\.css)$/.test(name))
  .map(({ parentPath, name }) => ({ path: join(parentPath, name), text: readFileSync(join(parentPath, name), 'utf8') }));

type Source = (typeof sources)[number];
/** The classes that a module of styles has rules for; those of Mantine are Mantine's. */
function ruledIn({ text }: Source): Set<string> {
  const selectors = text.replaceAll(/\/\*.*?\*\//gs, '').match(/[^{}]*(?=\{)/g) ?? [];
  const classes = selectors.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
  return new Set(classes.filter((name) => !name.startsWith('mantine-')));
}
/** The classes that components ask this module for. */
function askedOf({ path }: Source): Set<string> {
  return new Set(
    sources.flatMap(({ path: from, text }) =>
      [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm)]
        .filter(([, , what]) => what === `#${path.slice(4)}` || (what === `./${basename(path)}` && dirname(from) === dirname(path)))
        .flatMap(([, bound = '']) => [...text.matchAll(new RegExp(`\\b${bound}\\.(\\w+)`, 'g'))].map(([, name = '']) => name)),
    ),
  );
}
const modules = sources.filter(({ path }) => path.endsWith('.module.css'));
const faultsOf = (module: Source): string[] => {
  const [ruled, asked] = [ruledIn(module), askedOf(module)];
  return [
    ...[...ruled].filter((name) => !asked.has(name)).map((name) => `${module.path}: nobody asks for .${name}`),
    ...[...asked].filter((name) => !ruled.has(name)).map((name) => `${module.path}: no rule for .${name}`),
  ];
};

test('every rule of a style module is asked for, and every class that is asked for has a rule', () => {
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.flatMap(faultsOf)).toEqual([]);
});

test('a rule that nobody asks for is found, and a class without a rule', () => {
  const path = 'src/ui/NameCell.module.css';
  const text = modules.find((module) => module.path === path)?.text ?? '';
  expect(faultsOf({ path, text: `${text}.planted { color: red; }` })).toEqual([`${path}: nobody asks for .planted`]);
  expect(faultsOf({ path, text: text.replaceAll('.detail', '.name') })).toEqual([`${path}: no rule for .detail`]);
});

test('the eye of every password field is reached by the keyboard and says what it does', () => {
  const fields = sources.filter(({ text }) => text.includes('<PasswordInput'));
  expect(fields.length).toBeGreaterThan(5);
  const eyes = (text: string): number => text.split(/\{\.\.\.(?:\w*[tT]oggle|usePasswordToggle\()/).length;
  expect(fields.filter(({ text }) => eyes(text) !== text.split('<PasswordInput').length).map(({ path }) => path)).toEqual([]);
});
