import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCssVariablesResolver, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
const block = (selector: string) => css.split(selector)[1]?.split('}')[0] ?? '';
const valueIn = (text: string, name: string) => new RegExp(`${name}: ([^;]+);`).exec(text)?.[1];

const light = block("[data-mantine-color-scheme='light'] {");
const dark = block("[data-mantine-color-scheme='dark'] {");

test('the static variables carry the colours of the theme', () => {
  const variables: Record<string, string> = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)).variables;
  for (let shade = 0; shade < 10; shade += 1) {
    const name = `--mantine-color-primary-${shade}`;
    expect(valueIn(css, name)).toBe(variables[name]);
  }
  expect(valueIn(light, '--kontor-primary')).toBe('#6366f1');
  expect(valueIn(dark, '--kontor-primary')).toBe('#818cf8');
});

test('there are the six breakpoints of the specification, each wider than the one before', () => {
  const { breakpoints } = mergeMantineTheme(DEFAULT_THEME, theme);
  expect(Object.keys(breakpoints)).toEqual(['xs', 'sm', 'md', 'lg', 'xl', 'xxl']);
  const widths = Object.values(breakpoints).map((width) => Number.parseFloat(width));
  expect(widths).toEqual([...new Set(widths)].sort((a, b) => a - b));
  expect(valueIn(css, '--mantine-breakpoint-xxl')).toBe(breakpoints.xxl);
});

test.each([
  ['light', light],
  ['dark', dark],
])('text is readable on its ground in %s', (_, values) => {
  const pairs = [
    ['--mantine-color-text', '--kontor-surface', 7],
    ['--mantine-color-dimmed', '--mantine-color-body', 4.5],
    ['--mantine-color-dimmed', '--kontor-surface', 4.5],
    ['--mantine-color-dimmed', '--kontor-hover', 4.5],
    ['--mantine-color-dimmed', '--kontor-sunken', 4.5],
    ['--mantine-color-dimmed', '--kontor-selected', 4.5],
    ['--mantine-color-placeholder', '--mantine-color-default', 4.5],
    ['--mantine-color-error', '--kontor-surface', 4.5],
    ['--mantine-color-error', '--mantine-color-body', 4.5],
    ['--mantine-color-anchor', '--kontor-surface', 4.5],
    ['--mantine-color-anchor', '--mantine-color-body', 4.5],
    ['--kontor-on-primary', '--mantine-color-primary-filled', 4.5],
    ['--kontor-on-primary', '--mantine-color-primary-filled-hover', 4.5],
    ['--mantine-color-primary-light-color', '--kontor-selected', 4.5],
    ...['green', 'amber', 'red', 'blue', 'violet', 'gray'].map((tone) => [`--kontor-${tone}-ink`, `--kontor-${tone}-bg`, 4.5]),
    ['--kontor-field-border', '--mantine-color-default', 3],
    ['--kontor-primary', '--kontor-surface', 3],
  ] as [string, string, number][];
  for (const [ink, ground, least] of pairs) {
    const ratio = contrast(valueIn(values, ink) ?? '', valueIn(values, ground) ?? '');
    expect.soft(ratio, `${ink} on ${ground}`).toBeGreaterThanOrEqual(least);
  }
});

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('the bars of browser and system have the colour of the bar of the app', () => {
  const script = readFileSync('public/before-paint.js', 'utf8');
  expect(/\? '(#\w+)' : '(#\w+)';\n.*theme-color/.exec(script)?.slice(1)).toEqual([
    valueIn(dark, '--kontor-surface'),
    valueIn(light, '--kontor-surface'),
  ]);
});

test('what stands in the page before the app looks like what stands in the app before its first page', () => {
  const classesIn = (file: string) => [...readFileSync(file, 'utf8').matchAll(/class(?:Name)?="(boot[\w-]*)"/g)].map(([, name]) => name);
  expect(classesIn('index.html')).toEqual(classesIn('src/app/BootFrame.tsx'));
});
