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

/** Duties that come back by themselves: their rounds catch what fails, and try again. */
const ROUNDS = ['companies/glances.ts', 'mail-queue/mail-round.ts'];

test('whoever writes into the device database says what a full disk means, or goes on without', () => {
  const WRITES =
    /\b(?:outbox|issues|sync_state|companies|mails|receipts|cached_files|drafts|leases|meta|table)\s*\.(?:put|add|bulkPut|bulkAdd|update)\(/;
  const sources = readdirSync('src/data', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const writing = sources.filter((file) => WRITES.test(readFileSync(`src/data/${file}`, 'utf8')));
  expect(writing.length).toBeGreaterThan(20);
  const silent = writing.filter(
    (file) => !/\bonDevice\(|\.catch\(\(\) => undefined\)|\.catch\(notKept\)/.test(readFileSync(`src/data/${file}`, 'utf8')),
  );
  expect(silent.toSorted()).toEqual(ROUNDS.toSorted());
});
