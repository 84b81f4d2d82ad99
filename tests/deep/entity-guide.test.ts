import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Step, withProjects } from './entity-guide/add-projects.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What a program says in the copy: null when it is content, else the end of its words. */
function said(program: string, ...args: string[]): string | null {
  const env = { ...process.env, VITEST: '', VITEST_WORKER_ID: '', VITEST_POOL_ID: '', FORCE_COLOR: '0' };
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), args, { cwd: root, encoding: 'utf8', env });
  return status === 0 ? null : `${stdout}\n${stderr}`.slice(-3000);
}
const compiler = () => said('tsc', '--noEmit', '-p', '.');
const texts = () => said('vitest', 'run', '--project', 'unit', '--project', 'house', 'src/platform/i18n', 'tests/house/texts.test.ts');
const database = () =>
  said('vitest', 'run', '--project', 'db', 'tests/db/drift.test.ts', 'tests/db/access-table.test.ts', 'tests/db/tenancy.test.ts');

test('an entity that is added as the guide says passes the compiler, the texts, the database and a story in the browser', () => {
  root = withProjects();
  expect(compiler()).toBeNull();
  expect(said('vitest', 'run', '--project', 'unit', '--project', 'own-world', 'src')).toBeNull();
  expect(texts()).toBeNull();
  expect(database()).toBeNull();
  cpSync(join(root, 'tests/deep/entity-guide/projects.story.ts'), join(root, 'tests/e2e/projects.spec.ts'));
  expect(said('vite', 'build', '--logLevel', 'warn')).toBeNull();
  expect(said('playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', 'projects')).toBeNull();
});

const NOTICED: readonly (readonly [Step, () => string | null])[] = [
  ['folder', compiler],
  ['words', compiler],
  ['texts typed', compiler],
  ['texts in English', compiler],
  ['texts in German', texts],
  ['table', database],
  ['keys', database],
  ['viewing', database],
];
test.each(NOTICED)('without %s somebody complains', (step, check) => {
  root = withProjects(step);
  expect(check()).not.toBeNull();
});

test('what is not in the list of directories is nowhere', () => {
  root = withProjects('directories');
  expect(compiler()).toBeNull();
});
