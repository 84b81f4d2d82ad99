import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const idsIn = (text: string) => new Set(text.match(/\[SYNC-\d+\]/g) ?? []);
const testFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.endsWith('sync/spec.test.ts'))
    .map((file) => `${folder}/${file}`);

test('every rule of SPEC.md is quoted by a test, and no test quotes a rule that is not there', () => {
  const rules = idsIn(readFileSync('src/data/sync/SPEC.md', 'utf8'));
  const quoted = new Set([...testFiles('src'), ...testFiles('tests')].flatMap((file) => [...idsIn(readFileSync(file, 'utf8'))]));
  expect([...rules].filter((rule) => !quoted.has(rule))).toEqual([]);
  expect([...quoted].filter((rule) => !rules.has(rule))).toEqual([]);
});
