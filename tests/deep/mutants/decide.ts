import type { Mutant } from './mutant.ts';

const file = 'data/changes/decide.ts';

export const DECIDE: readonly Mutant[] = [
  {
    rule: 'late answers decide',
    file,
    find: 'if (!flight || flight.rev !== result.mutation_id) return null;',
    replace: 'if (!flight) return null;',
    test: 'src/data/changes/decide.test.ts',
  },
  {
    rule: 'a pull is applied while a mutation is in flight',
    file,
    find: "return isOwn ? applied(row, flight, theirs, mint) : 'later';",
    replace: 'return isOwn ? applied(row, flight, theirs, mint) : { row: null, doc: theirs };',
  },
  {
    rule: 'an answer settles whatever is newest, sent or not',
    file,
    find: 'const isNewest = row.rev === flight.rev;',
    replace: 'const isNewest = true;',
  },
  {
    rule: "what others wrote since counts as the server's completion of mine",
    file,
    find: "theirs?.rev === flight.rev ? 'mine' : 'theirs'",
    replace: "'mine'",
    test: 'src/data/changes/decide.test.ts',
  },
  {
    rule: 'after an answer the next edit is merged from the version before it',
    file,
    find: 'return rebased(row, flight.doc, theirs, mint, theirs?.rev',
    replace: 'return rebased(row, row.base, theirs, mint, theirs?.rev',
    test: 'src/data/changes/decide.test.ts',
  },
  {
    rule: 'a refused version is forgotten',
    file,
    find: "return { row: null, doc: result.row, issue: issueOf(row, 'rejected', result.row, mint, { code, message, details }) };",
    replace: 'return { row: null, doc: result.row };',
  },
  {
    rule: 'a refused version stays on the device',
    file,
    find: "return { row: null, doc: result.row, issue: issueOf(row, 'rejected'",
    replace: "return { row: null, issue: issueOf(row, 'rejected'",
  },
  {
    rule: 'a change waits for its parent for ever',
    file,
    find: 'export const MAX_ATTEMPTS = 5;',
    replace: 'export const MAX_ATTEMPTS = Infinity;',
  },
  {
    rule: 'a change never waits for its parent',
    file,
    find: 'export const MAX_ATTEMPTS = 5;',
    replace: 'export const MAX_ATTEMPTS = 0;',
    test: 'src/data/changes/decide.test.ts',
  },
  {
    rule: 'a refusal takes the newer edit behind it along',
    file,
    find: 'if (row.rev === flight.rev) return refused(row, result, mint);',
    replace: 'return { row: null, doc: result.row };',
  },
  {
    rule: 'where both changed, mine wins silently',
    file,
    find: '{ base, mine: row.mine, theirs }, prefer)',
    replace: "{ base, mine: row.mine, theirs }, 'mine')",
  },
  {
    rule: 'where both changed, theirs wins silently',
    file,
    find: 'const issue = conflicts.length > 0 ?',
    replace: 'const issue = conflicts.length > 99 ?',
  },
  {
    rule: 'a merged version still names the old base',
    file,
    find: 'row: { ...grounded(row), rev, mine, base: theirs }, doc: mine, ...issue',
    replace: 'row: { ...grounded(row), rev, mine }, doc: mine, ...issue',
  },
  {
    rule: 'a merged version stays in flight',
    file,
    find: 'row: { ...grounded(row), rev, mine, base: theirs }, doc: mine, ...issue',
    replace: 'row: { ...row, rev, mine, base: theirs }, doc: mine, ...issue',
  },
  {
    rule: 'a merged version does not reach the document',
    file,
    find: 'base: theirs }, doc: mine, ...issue',
    replace: 'base: theirs }, ...issue',
    test: 'src/data/changes/decide.test.ts',
  },
  {
    rule: 'my edit of what another person deleted vanishes',
    file,
    find: 'return { row: null, doc: null, issue: issueOf(row, kind, null, mint) };',
    replace: 'return { row: null, doc: null };',
  },
  {
    rule: 'my edit brings back by itself what another person deleted',
    file,
    find: 'return { row: null, doc: null, issue: issueOf(row, kind, null, mint) };',
    replace: 'return { row: grounded({ ...row, base: null }) };',
    test: 'src/data/changes/decide.test.ts',
  },
  {
    rule: "my delete takes another person's edit along",
    file,
    find: "return { row: null, doc: theirs, issue: issueOf(row, 'edited_there', theirs, mint) };",
    replace: 'return { row: grounded({ ...row, rev: mint.newRev(), base: theirs }) };',
    test: 'src/data/changes/decide.test.ts',
  },
  {
    rule: 'my delete of what another person edited is forgotten',
    file,
    find: "return { row: null, doc: theirs, issue: issueOf(row, 'edited_there', theirs, mint) };",
    replace: 'return { row: null, doc: theirs };',
  },
  { rule: 'a second question takes the place of the first', file, find: 'id: `${row.key}:${row.rev}`,', replace: 'id: row.key,' },
];
