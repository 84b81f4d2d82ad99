import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const picture = /## Inside `data`\n```\n(.*?)```/s.exec(readFileSync('src/ARCHITECTURE.md', 'utf8'))?.[1] ?? '';
const drawn = new Set([...picture.matchAll(/([a-z-]+)\//g)].map(([, name = '']) => name));
const folders = readdirSync('src/data', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('the picture of the data layer shows the folders there are, and no other', () => {
  expect([...drawn].sort()).toEqual(folders.toSorted());
});
