import { afterAll, expect, test } from 'vitest';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { askNoticed } from '#tests/db/ask-noticed.ts';

const db = await openTestDatabase(oneEngine());
afterAll(() => db.close());

/** Where a condition is dropped, the way to the rows says which of them comes first; a server that has gathered statistics may go another. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  'by its indexes': ['set local enable_seqscan = off', 'set local enable_hashjoin = off'],
  'row after row': ['set local enable_indexscan = off', 'set local enable_bitmapscan = off', 'set local enable_indexonlyscan = off'],
};

test.each(Object.entries(WAYS))('a condition that is dropped is noticed when the database finds its rows %s', async (_, settings) => {
  expect((await askNoticed(db, settings)).unnoticed).toEqual([]);
});
