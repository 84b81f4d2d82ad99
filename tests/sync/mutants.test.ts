import 'fake-indexeddb/auto';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type * as Decide from '#data/changes/decide.ts';
import type * as LocalEdit from '#data/changes/local-edit.ts';
import type * as Merge from '#data/changes/merge.ts';
import type { Database } from '#local/db/port.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';

/**
 * A rule of the engine, broken on purpose. The simulation must notice. Two more that it noticed once have other nets: without the write lock
 * the fences hold (SYNC-3, SYNC-41), and what is deleted while its insert is on its way has a test of its own (SYNC-2, `write.test.ts`).
 */
type Mutant = {
  readonly rule: string;
  readonly module: string;
  readonly from: number;
  readonly mutate: (real: never) => object;
};

const mutants: readonly Mutant[] = [
  {
    rule: 'a pull overwrites documents with unsynced work',
    module: '#data/changes/decide.ts',
    from: 1,
    mutate: (real: typeof Decide) => ({ ...real, arrived: (_row: never, theirs: never) => ({ row: null, doc: theirs }) }),
  },
  {
    rule: 'the row in the answer is not applied',
    module: '#data/changes/decide.ts',
    from: 1,
    mutate: (real: typeof Decide) => ({
      ...real,
      answered: (...args: Parameters<typeof Decide.answered>) => {
        const decision = real.answered(...args);
        return decision && args[1].status === 'applied' && decision.row === null ? { row: null } : decision;
      },
    }),
  },
  {
    rule: 'a refusal or conflict leaves no issue',
    module: '#data/changes/decide.ts',
    from: 1,
    mutate: (real: typeof Decide) => ({
      ...real,
      answered: (...args: Parameters<typeof Decide.answered>) => {
        const decision = real.answered(...args);
        return decision && { row: decision.row, ...('doc' in decision ? { doc: decision.doc } : {}) };
      },
    }),
  },
  {
    rule: 'an answer settles whatever is newest, sent or not',
    module: '#data/changes/decide.ts',
    from: 1,
    mutate: (real: typeof Decide) => ({
      ...real,
      answered: (row: Parameters<typeof Decide.answered>[0], result: Parameters<typeof Decide.answered>[1], mint: Decide.Minting) =>
        result.status === 'applied' ? { row: null, doc: result.row } : real.answered(row, result, mint),
    }),
  },
  {
    rule: 'where both changed, mine wins silently',
    module: '#data/changes/merge.ts',
    from: 1,
    mutate: (real: typeof Merge) => ({
      ...real,
      mergeRecords: (rules: never, versions: never) => real.mergeRecords(rules, versions, 'mine'),
    }),
  },
  {
    rule: 'the base of the first edit is forgotten by the second',
    module: '#data/changes/local-edit.ts',
    from: 1,
    mutate: (real: typeof LocalEdit) => ({
      ...real,
      locallyEdited: (input: Parameters<typeof LocalEdit.locallyEdited>[0]) => {
        const edit = real.locallyEdited(input);
        return { ...edit, row: edit.row && { ...edit.row, base: input.row?.mine ?? edit.row.base } };
      },
    }),
  },
];

let database: Promise<Database> | undefined;
const theDatabase = () => (database ??= openTestDatabase(oneEngine()));
afterAll(async () => (await database)?.close());
afterEach(() => {
  vi.doUnmock('#data/changes/decide.ts');
  vi.doUnmock('#data/changes/merge.ts');
  vi.doUnmock('#data/changes/local-edit.ts');
});

const PATIENCE = 40;

test.each(mutants)('[SYNC-40] the simulation notices when $rule', async ({ rule, module, mutate, from }) => {
  vi.resetModules();
  vi.doMock(module, async (importOriginal) => mutate((await importOriginal()) as never));
  const [{ simulate }, { startServer }] = await Promise.all([import('./simulation.ts'), import('./server.ts')]);
  const server = await startServer(await theDatabase());
  let caughtBy: number | null = null;
  for (let seed = from; caughtBy === null && seed < from + PATIENCE; seed += 1) {
    const { problems } = await simulate(server, seed, { run: 1000 + mutants.findIndex((each) => each.rule === rule) });
    if (problems.length > 0) caughtBy = seed;
    if (caughtBy !== null && process.env['SHOW']) console.log(seed, problems[0]);
  }
  expect(caughtBy).not.toBeNull();
});
