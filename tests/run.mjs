#!/usr/bin/env node
// The one test command. Plain JavaScript because it starts on whatever Node the machine has, installs if needed,
// and continues on the Node that package.json pins. `--only check|unit|db|backend|sync|e2e` runs one ring;
// `--only deep [--seeds N] [--from S]` what is too long for the gate.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../supabase/local/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
await ensureInstalled(root, { withTests: true });

const bin = join(root, 'node_modules', '.bin');
const cores = availableParallelism();
const only = option('--only', null);
const scratch = mkdtempSync(join(tmpdir(), 'kontor-tests-'));
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, FORCE_COLOR: '0', KONTOR_SCRATCH: scratch };
const strict = process.env.REQUIRE_ALL_RINGS === '1';
const notes = [];
/** Test files and how long their tests took, in seconds. */
const files = [];
const LONGEST = 10;
/** What failed, a few lines each: said once more at the end, where whoever sees only the end of a long output finds it. */
const broken = [];
let passed = 0;
let failed = 0;

const postgres = findPostgres();
if (postgres) env.POSTGRES_BIN = postgres;
if (strict) env.REQUIRE_POSTGRES = '1';
if (!postgres) missing('PostgreSQL ring: no server binaries found (Debian: apt-get install postgresql); those tests were skipped');

const SOURCES = ['src', 'sw', 'supabase', 'tests', 'vite.config.ts', 'vitest.config.ts', 'oxlint.config.ts'];
/** The empty database that all rings begin with, before several of their processes would make it at once. */
const TEMPLATE = `const { readPlatformSql } = await import('#local/db/platform-sql.ts');
await (await import('#local/db/template.ts')).databaseTemplate(readPlatformSql());`;
/** What the gate runs, and how long it took. Each ring is given its own meter. */
const rings = {
  check: (meter) =>
    Promise.all([
      step(meter, 'lint', 'oxlint', SOURCES),
      step(meter, 'format', 'oxfmt', ['--check', ...SOURCES]),
      step(meter, 'types', 'tsc', ['--noEmit', '--checkers', '1', '-p', '.']),
      step(meter, 'unused code', 'knip', []),
    ]),
  build: async (meter) => {
    await step(meter, 'build', 'vite', ['build', '--logLevel', 'warn']);
    await step(meter, 'database template', 'node', ['--input-type=module', '--eval', TEMPLATE]);
  },
  unit: (meter) => vitest(meter, ['unit', 'own-world', 'house']),
  db: (meter) => vitest(meter, ['db']),
  backend: (meter) => vitest(meter, ['backend', 'backend-own-world']),
  sync: (meter) => vitest(meter, ['sync', 'sync-own-world']),
  e2e: (meter) => playwright(meter),
  // Too long for the gate: run by name alone.
  deep: async (meter) => {
    await vitest(meter, ['deep']);
    // What the gate asks the fastest engine alone, and of some releases.
    await vitest(meter, ['db', 'backend'], { ENGINE: 'pglite', EVERY_RELEASE: '1' });
    await rings.build(meter);
    await playwright(meter, ['look.spec.ts'], { EVERY_PAGE: '1' });
    await playwright(meter, [], {}, 'tests/deep/playwright.config.ts');
    await stories(meter, Number(option('--seeds', '2000')), Number(option('--from', '1000')));
  },
};
if (only && !rings[only]) {
  console.error(`There is no ring "${only}"; choose one of ${Object.keys(rings).join(', ')}.`);
  process.exit(2);
}

/** What a ring begins after. Before the others no ring of a database begins: each has two workers and a server, which is enough at once. */
const AFTER = {
  e2e: ['build'],
  db: ['build', 'check', 'unit'],
  backend: ['build', 'check', 'unit'],
  sync: ['build', 'check', 'unit'],
};
/** A story waits half of its time, and together they take longest: they go first, and the other rings fill the gaps. */
const FIRST = ['build', 'e2e'];
const wanted = only === null ? [...FIRST, 'check', 'unit', 'db', 'backend', 'sync'] : only === 'e2e' ? FIRST : [only];
const spent = [];
const began = Date.now();
const begun = {};
await Promise.all(wanted.map(ring));
console.log('\nring       CPU s  wall s');
for (const { name, cpu, wall } of spent)
  console.log(`${name.padEnd(9)}${String(Math.round(cpu)).padStart(7)}${String(Math.round(wall)).padStart(8)}`);
console.log(
  `together ${String(Math.round(spent.reduce((sum, { cpu }) => sum + cpu, 0))).padStart(7)}${String(Math.round((Date.now() - began) / 1000)).padStart(8)}`,
);
if (files.length > LONGEST) {
  console.log(`\nlongest of ${files.length} files   wall s`);
  files.sort((a, b) => b.seconds - a.seconds);
  for (const { name, seconds } of files.slice(0, LONGEST))
    console.log(`${String(Math.round(seconds)).padStart(6)}  ${relative(root, name)}`);
}
rmSync(scratch, { recursive: true, force: true });
for (const note of notes) console.log(`note: ${note}`);
for (const line of broken) console.log(`✗ ${line}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** The value behind a flag of the command line. */
function option(flag, otherwise) {
  const at = process.argv.indexOf(flag);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

/** Runs a ring, once, when those are done that it begins after. */
function ring(name) {
  begun[name] ??= Promise.all((AFTER[name] ?? []).filter((each) => wanted.includes(each)).map(ring)).then(() => measured(name));
  return begun[name];
}

async function measured(name) {
  console.log(`\n── ${name}`);
  const meter = { name, cpu: 0, wall: 0 };
  const started = Date.now();
  await rings[name](meter);
  meter.wall = (Date.now() - started) / 1000;
  spent.push(meter);
}

/** One command that passes or fails as a whole and counts as one test. */
async function step(meter, title, command, args) {
  const { code, said } = await run(meter, command, args, { quiet: true });
  if (code !== 0) fail(`${title}\n${said.slice(-12_000)}`);
  else pass(title);
}

async function vitest(meter, projects, more = {}) {
  const report = join(scratch, `${projects[0]}.json`);
  const told = join(scratch, `${projects[0]}.told.json`);
  const { code } = await run(
    meter,
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tests/support/told-failures.ts',
      `--outputFile.json=${report}`,
      ...projects.flatMap((p) => ['--project', p]),
    ],
    { more: { ...more, TOLD_FAILURES: told } },
  );
  if (!existsSync(report) || !existsSync(told)) return fail(`${projects.join(', ')}: the runner ended without a report`);
  const result = JSON.parse(readFileSync(report, 'utf8'));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  for (const { name, startTime, endTime } of result.testResults) files.push({ name, seconds: (endTime - startTime) / 1000 });
  broken.push(...JSON.parse(readFileSync(told, 'utf8')));
  // A file that cannot be loaded fails the run without failing a test.
  if (code !== 0 && result.numFailedTests === 0) fail(`${projects.join(', ')}: the runner failed outside a test`);
  if (result.numPassedTests === 0) fail(`${projects.join(', ')}: no test ran`);
}

/** Stories of the sync engine, shared out to one process per core; each counts as one test. */
async function stories(meter, seeds, from) {
  const share = Math.ceil(seeds / cores);
  const shares = Array.from({ length: cores }, (_, index) => ({
    from: from + index * share,
    seeds: Math.min(share, seeds - index * share),
  }));
  await Promise.all(
    shares.map(async (each) => {
      const title = `${each.seeds} stories from seed ${each.from}`;
      const { code } = await run(meter, 'node', ['tests/sync/simulate.ts', '--seeds', String(each.seeds), '--from', String(each.from)]);
      if (code === 0) pass(title);
      else fail(title);
    }),
  );
}

async function playwright(meter, files = [], more = {}, config = 'tests/e2e/playwright.config.ts') {
  const browser = ensureBrowser();
  if (!browser) return missing('browser ring: no Chrome or Chromium, and none could be installed; the e2e tests did not run', true);
  env.CHROMIUM = browser;
  const report = join(scratch, 'e2e.json');
  const { code } = await run(meter, 'playwright', ['test', ...files, '--config', config, '--reporter=list,json'], {
    more: { ...more, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  if (!existsSync(report)) return fail('e2e: the runner ended without a report');
  const { stats, suites, config: ran } = JSON.parse(readFileSync(report, 'utf8'));
  const milliseconds = (suite) =>
    [
      ...(suite.specs ?? []).flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
      ...(suite.suites ?? []).map(milliseconds),
    ].reduce((sum, each) => sum + each, 0);
  const unexpected = (suite) => [
    ...(suite.specs ?? []).filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`),
    ...(suite.suites ?? []).flatMap(unexpected),
  ];
  for (const suite of suites) {
    files.push({ name: join(ran.rootDir, suite.file), seconds: milliseconds(suite) / 1000 });
    broken.push(...unexpected(suite));
  }
  passed += stats.expected + stats.flaky;
  failed += stats.unexpected;
  if (code !== 0 && stats.unexpected === 0) fail('e2e: the runner failed outside a test');
  if (stats.flaky > 0) notes.push(`e2e: ${stats.flaky} passed only at the second try, see the list above`);
  if (stats.expected === 0) fail('e2e: no test ran');
}

/** The first line of a text, as far as it fits one of a screen's. */
function firstLine(text) {
  return text.split('\n', 1)[0].slice(0, 200);
}

function pass(title) {
  passed += 1;
  console.log(`✓ ${title}`);
}

function fail(message) {
  failed += 1;
  broken.push(firstLine(message));
  console.log(`✗ ${message}`);
}

/**
 * Runs a program of the project and adds what it and its children used of the processors to the meter. The shell's `times` is the one
 * portable way to ask for that; it tells of children that were waited for, so of a PostgreSQL server and of a browser's parts the tests tell (`told-cpu.ts`).
 */
function run(meter, command, args, { quiet = false, more = {} } = {}) {
  const output = quiet ? 'pipe' : 'inherit';
  const moreCpu = join(scratch, `${meter.name}.cpu`);
  const manners = only === null && !FIRST.includes(meter.name) ? ['nice', '-n', '10'] : [];
  const child = spawn('sh', ['-c', '"$@"; code=$?; times >&3; exit $code', 'sh', ...manners, join(bin, command), ...args], {
    env: { ...env, KONTOR_MORE_CPU: moreCpu, ...more },
    stdio: ['inherit', output, output, 'pipe'],
  });
  const hear = (stream) => {
    const heard = { text: '' };
    stream?.on('data', (chunk) => void (heard.text += chunk));
    return heard;
  };
  const [out, errors, times] = [hear(child.stdout), hear(child.stderr), hear(child.stdio[3])];
  return new Promise((resolve) => {
    child.on('close', (code) => {
      for (const [, minutes, seconds] of times.text.matchAll(/(\d+)m([\d.]+)s/g)) meter.cpu += Number(minutes) * 60 + Number(seconds);
      if (existsSync(moreCpu)) for (const used of readFileSync(moreCpu, 'utf8').split('\n')) meter.cpu += Number(used);
      rmSync(moreCpu, { force: true });
      resolve({ code: code ?? 1, said: out.text + errors.text });
    });
  });
}

function missing(message, counts = false) {
  notes.push(message);
  if (strict || counts) fail(message);
}

function findPostgres() {
  const installed = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .sort((a, b) => Number(b) - Number(a))
        .map((v) => `/usr/lib/postgresql/${v}/bin`)
    : [];
  return [process.env.POSTGRES_BIN, ...installed, ...(process.env.PATH ?? '').split(delimiter)].find(
    (dir) => dir && existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres')),
  );
}

/** An existing Chrome or Chromium, else Playwright's own, else Debian's package when root. */
function ensureBrowser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const onPath = () =>
    names.flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, name))).find((path) => existsSync(path));
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const found = process.env.CHROMIUM ?? onPath() ?? (existsSync(mac) ? mac : null);
  if (found) return found;
  spawnSync(join(bin, 'playwright'), ['install', 'chromium'], { env, stdio: 'ignore', timeout: 180_000 });
  const own = spawnSync(join(bin, 'node'), ['-e', "console.log(require('playwright').chromium.executablePath())"], {
    env,
    encoding: 'utf8',
  }).stdout.trim();
  if (own && existsSync(own)) return own;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    try {
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
      execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore' });
    } catch {
      return null;
    }
  }
  return onPath() ?? null;
}
