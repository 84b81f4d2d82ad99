import type { Mutant } from './mutant.ts';

const file = 'data/sync/push.ts';
const write = 'data/core/write.ts';
const local = 'data/changes/local-edit.ts';
const merge = 'data/changes/merge.ts';

export const PUSH: readonly Mutant[] = [
  {
    rule: 'what is sent is not frozen: newer edits replace it',
    file,
    find: 'if (row.flight && (!row.stuck || row.flight.rev === row.rev)) return row.flight;',
    replace: '',
    test: 'tests/sync/engine.test.ts',
  },
  {
    rule: 'what is sent is not written down',
    file,
    find: 'rows.filter(({ row, flight }) => row.flight !== flight)',
    replace: 'rows.filter(({ row, flight }) => row.flight !== flight && false)',
  },
  { rule: 'no base_rev', file, find: 'base_rev: row.base?.rev ?? null };', replace: 'base_rev: null };' },
  {
    rule: 'answers are not carried out',
    file,
    find: '  await carryOut(db, { decided, patch });',
    replace: '  await carryOut(db, { decided: [], patch });',
  },
  {
    rule: 'children go before parents',
    file,
    find: "whole.filter((row) => nextFlight(row).op === 'upsert').sort(byRank(1))",
    replace: "whole.filter((row) => nextFlight(row).op === 'upsert').sort(byRank(-1))",
    test: 'tests/sync/engine.test.ts',
  },
  {
    rule: 'a stuck change goes with the others, first',
    file,
    find: 'const whole = waiting.filter((row) => !row.stuck);',
    replace: 'const whole = waiting;',
    theme: 'poison',
  },
  {
    rule: 'pulling depends on pushing',
    file: 'data/sync/rounds.ts',
    find: 'isDeferred = deferred > 0;',
    replace: 'isDeferred = deferred > 0;\n      if (failed) throw failed.error;',
    theme: 'poison',
  },
  {
    rule: 'nothing steps aside',
    file: 'data/sync/rounds.ts',
    find: 'if (await blame(context, failed)) asides += 1;',
    replace: 'rounds += 1;',
    theme: 'poison',
  },
  {
    rule: 'the tries of a stuck change are not counted, so nobody is told',
    file: 'data/sync/aside.ts',
    find: 'tries: (row.stuck?.tries ?? 0) + 1,',
    replace: 'tries: 1,',
    theme: 'poison',
  },
  {
    rule: 'a delete that may yet be taken back is sent at once',
    file: 'data/sync/aside.ts',
    find: 'rows.filter((row) => heldMs(row, now) > 0)',
    replace: 'rows.filter(() => false)',
    test: 'tests/sync/engine.test.ts',
  },
  {
    rule: 'what depends on a stuck record does not wait with it',
    file: 'data/sync/aside.ts',
    find: 'for (const row of dependentsOf(stuck, rows)) waiting.add(row);',
    replace: '',
    test: 'tests/sync/stuck.test.ts',
  },
  {
    rule: 'what referred to a stuck record waits for it although it was deleted since',
    file: 'data/sync/aside.ts',
    find: "const isComing = ({ base, op }: OutboxRow) => base === null && op === 'upsert';",
    replace: 'const isComing = ({ base }: OutboxRow) => base === null;',
    test: 'tests/sync/stuck.test.ts',
  },
  {
    rule: 'document before intent',
    file: write,
    find: '  if (!(await replaceRow(db, intent.key, { from: before, to: intent, beside, also: () => beside?.take() }))) return false;',
    replace:
      '  await write();\n  if (!(await replaceRow(db, intent.key, { from: before, to: intent, beside, also: () => beside?.take() }))) return false;',
  },
  {
    rule: 'the intent is forgotten before the document is back',
    file: write,
    find: '  await write();\n  return row ? replaceRow(db, row.key, { from: row, to: undefined }) : true;',
    replace: '  if (row) await replaceRow(db, row.key, { from: row, to: undefined });\n  await write();\n  return true;',
    test: 'src/data/core/write.test.ts',
  },
  {
    rule: 'a write that failed is kept and comes back',
    file: write,
    find: '    await replaceRow(db, intent.key, back).catch(() => undefined);',
    replace: '',
    test: 'src/data/core/write.test.ts',
  },
  {
    rule: 'the base of the first edit is forgotten by the second',
    file: local,
    find: 'const base = row ? row.base : stored;',
    replace: 'const base = row ? row.mine : stored;',
    test: 'src/data/core/write.test.ts',
  },
  {
    rule: 'what was made and deleted vanishes although its insert was sent',
    file: local,
    find: 'if (next === null && base === null) return { id, row: null, doc: null };',
    replace: '}\n  if (next === null && base === null) return { id, row: null, doc: null };\n  if (!row?.flight) {',
    test: 'src/data/core/write.test.ts',
  },
  {
    rule: 'an edit forgets what is in flight',
    file: local,
    find: 'flight: row?.flight ?? null,',
    replace: 'flight: null,',
    test: 'src/data/core/write.test.ts',
  },
  {
    rule: 'an edit that was undone while its first version is under way is forgotten',
    file: local,
    find: '  if (!row?.flight) {',
    replace: '  {',
    test: 'src/data/core/write.test.ts',
  },
  {
    rule: 'two writes of a tab go by one name',
    file: write,
    find: 'const rev = db.newRev();',
    replace: "const rev = (row?.rev ?? db.newRev()).replace(/-\\d+$/, '-0');",
  },
  {
    rule: 'fields that belong together merge alone',
    file: merge,
    find: 'const groups = groupsOf(rules, present as unknown as SyncedRecord[]);',
    replace: 'const groups: readonly string[][] = [];',
    theme: 'decisions',
  },
  {
    rule: 'decisions stand in another group than what they are on',
    file: merge,
    find: 'const isDecided = ',
    replace: 'const isDecided = false && ',
    theme: 'decisions',
  },
  {
    rule: 'what only they changed is overwritten by my old value',
    file: merge,
    find: 'const changedHere = unit.filter((path) => base === null || !sameValue(at(base, path), at(mine, path)));',
    replace: 'const changedHere = unit;',
    test: 'src/data/changes/merge.test.ts',
  },
];
