import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import en from '#locales/en/system.json';

const src = new URL('../../', import.meta.url).pathname;
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
const events = files.flatMap((file) =>
  [...readFileSync(join(src, file), 'utf8').matchAll(/\blog\.(?:debug|info|warn|error)\(\s*'([\w.]+)'/g)].map((match) => match[1] ?? ''),
);

const sentenceOf = (event: string): unknown =>
  event
    .split('.')
    .reduce<unknown>(
      (inner, part) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[part] : undefined),
      en.log.event,
    );

test('the system log has a sentence for every event that the code writes', () => {
  expect(events.length).toBeGreaterThan(20);
  expect([...new Set(events)].filter((event) => typeof sentenceOf(event) !== 'string')).toEqual([]);
});
