import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Step, withProjects } from './entity-guide/add-projects.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The runner's own variables would make a test build of the app, and a test runner of what starts another. */
const RUNNERS = /^(VITEST.*|TEST|NODE_ENV|MODE|DEV|PROD|SSR|BASE_URL|FORCE_TTY)$/;
const shell = Object.fromEntries(Object.entries(process.env).filter(([name]) => !RUNNERS.test(name)));

/** What a program says in the copy: null when it is content. */
function said(program: string, ...args: string[]): string | null {
  const options = { cwd: root, encoding: 'utf8', env: { ...shell, FORCE_COLOR: '0' }, maxBuffer: 1 << 26 } as const;
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), args, options);
  return status === 0 ? null : `${stdout}\n${stderr}`;
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

const unused = () => said('knip');

/** What is forgotten, who notices it, and the words by which one sees that it is this and no other fault. */
const NOTICED: readonly (readonly [Step, () => string | null, RegExp])[] = [
  ['folder', compiler, /domain\/directories\.ts.*Cannot find module '#domain\/projects\/projects\.entity\.ts'/],
  ['directories', unused, /src\/domain\/projects\/projects\.entity\.ts/],
  ['directories', database, /the registry names exactly the collections of the domain/],
  ['words in English', compiler, /"entities:projects\.many"' is not assignable/],
  ['words in German', texts, /"entities:projects\.many"/],
  ['texts in English', compiler, /Cannot find module '#locales\/en\/projects\.json'/],
  ['texts in German', texts, /"projects:title\.list"/],
  ['texts typed', compiler, /"projects"' is not assignable/],
  ['keys', database, /\(projects\.view\) is not present in table "permissions"/],
  ['table', database, /relation "public\.projects" does not exist/],
  ['syncing', database, /a change of projects has a new version/],
  ['viewing', database, /what shows a collection to a member is the key of its resource/],
  ['activity', database, /a change of projects has a new version, reaches devices and is in the history/],
];
test.each(NOTICED)('without %s somebody complains', (step, check, words) => {
  root = withProjects(step);
  expect(check()).toMatch(words);
});
