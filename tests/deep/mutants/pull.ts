import type { Mutant } from './mutant.ts';

const file = 'data/sync/pull.ts';
const snapshot = 'data/sync/snapshot.ts';

export const PULL: readonly Mutant[] = [
  {
    rule: 'the cursor moves though a row is held',
    file,
    theme: 'frozen',
    find: "if (decision === 'later') held[row.key] = Math.min(held[row.key] ?? from, from);",
    replace: "if (decision === 'later') continue;",
  },
  {
    rule: 'what was held never comes again',
    theme: 'frozen',
    file: 'data/sync/sync-store.ts',
    find: 'if (known.length === 0) return {};',
    replace: 'if (known.length >= 0) return {};',
  },
  {
    rule: 'the cursor runs ahead of the page',
    file,
    find: 'pages.map(([name, page]) => [name, page.cursor])',
    replace: 'pages.map(([name, page]) => [name, page.cursor + 8])',
  },
  {
    rule: 'the cursor stays where it was',
    file,
    find: 'cursors: { ...state.cursors, ...moved }',
    replace: 'cursors: state.cursors',
  },
  {
    rule: 'no fence: a page is applied whatever happened since it was asked for',
    file: 'data/sync/fence.ts',
    find: 'if ((await readState(db)).version !== version) throw new StalePage();',
    replace: '',
  },
  {
    rule: 'no fence: changes of the engine are not counted',
    file: 'data/sync/sync-store.ts',
    find: 'const version = state.version + 1;',
    replace: 'const version = state.version;',
  },
  {
    rule: 'a snapshot that another engine began is taken for whole',
    file,
    find: 'return state.snapshot === null || state.snapshot === holder.current?.name ? state : beginSnapshot(context, state, holder);',
    replace: 'return state;',
  },
  {
    rule: 'a reset is ignored',
    file,
    find: 'answer.reset ? await beginSnapshot(context, asked, holder, isSetBack) : asked',
    replace: 'asked',
  },
  {
    rule: 'a snapshot ends without a sweep',
    file,
    find: 'if (isLast && state.snapshot !== null) version = await sweep(context, version, holder, state.isRestored ?? false);',
    replace: '',
  },
  { rule: 'a snapshot forgets what it brought', file, find: '    noteSeen(holder, chunk);\n', replace: '' },
  { rule: 'a sweep takes unsynced work', file: snapshot, find: ' && !working.has(`${name}:${id}`)', replace: '' },
  {
    rule: 'a snapshot goes on from the old cursors',
    file: snapshot,
    find: 'cursors: {},',
    replace: '',
  },
  {
    rule: 'unsynced work is not looked for when rows arrive',
    file,
    find: 'const waiting = hasWork ?',
    replace: 'const waiting = hasWork && !name ?',
  },
  { rule: 'what the server deleted stays', file, find: ', ...page.deleted.map((id) => [id, null] as const)]', replace: ']' },
  { rule: 'the first page is the last', file, find: "if (!hasMore(answer)) return 'done';", replace: "return 'done';" },
  {
    rule: "the person's rights are not remembered with the cursors",
    file,
    find: '    access,\n    mark,',
    replace: '    access: state.access,\n    mark,',
  },
  {
    rule: 'a page is written whatever another tab did to its rows meanwhile',
    file: 'data/sync/sync-store.ts',
    find: 'a !== undefined && b !== undefined && a.rev === b.rev && a.flight?.rev === b.flight?.rev',
    replace: 'a !== undefined || b !== undefined',
    test: 'src/data/sync/sync-store.test.ts',
  },
  {
    rule: 'outbox before document',
    file: 'data/sync/sync-store.ts',
    find: '  await writeTargets(db, targets, areNew);\n  const { version, discarded, changed } = await remember(db, { decided, patch, issues, targets });',
    replace:
      '  const { version, discarded, changed } = await remember(db, { decided, patch, issues, targets });\n  await writeTargets(db, targets, areNew);',
  },
  {
    rule: 'questions are not written down',
    file: 'data/sync/sync-store.ts',
    find: '(decision.issue ? [decision.issue] : [])',
    replace: '[]',
  },
  {
    rule: 'what was decided stays in the outbox',
    file: 'data/sync/sync-store.ts',
    find: '(decision.row ? [] : [row.key])',
    replace: '(decision.row || row.key ? [] : [row.key])',
  },
  {
    rule: 'no repair of a write that a crash cut in two',
    file: 'data/sync/rounds.ts',
    find: 'if (!isRepaired) await repairCompany(db);',
    replace: '',
  },
  {
    rule: 'repair takes the document for the truth',
    file: 'data/sync/repair.ts',
    find: 'decision: { row, doc: row.mine } }));',
    replace: 'decision: { row, doc: stored.get(row.id) ?? null } }));',
  },
  {
    rule: 'who is no longer a member loses what was not sent',
    file: 'data/sync/failure.ts',
    find: ", issue: issueOf(row, 'company_lost', row.base, mint) }",
    replace: ' }',
  },
];
