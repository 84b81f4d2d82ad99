import type { Mutant } from './mutant.ts';

const STORIES = 'tests/sync/receipt-stories.test.ts';
const DEATHS = 'tests/deep/receipt-deaths.test.ts';

export const RECEIPTS: readonly Mutant[] = [
  {
    rule: 'the record comes before the bytes',
    file: 'data/receipts/add-receipt.ts',
    find: "  await keepBytes(db, record, prepared, ctx.now());\n  try {\n    return { file: await insertRecord(db, 'files', record), notes: prepared.notes };",
    replace:
      "  try {\n    const file = await insertRecord(db, 'files', record);\n    await keepBytes(db, record, prepared, ctx.now());\n    return { file, notes: prepared.notes };",
    test: DEATHS,
  },
  {
    rule: 'a draft lets go of its receipts before they have a record',
    file: 'data/expenses/save-expense.ts',
    find: '  for (const receipt of receipts) {\n',
    replace: '  for (const receipt of receipts) {\n    await dropKept(db, save, [receipt.id]);\n',
    test: DEATHS,
  },
  {
    rule: 'a removed receipt that is under way is not noted for removal',
    file: 'data/receipts/receipt-commands.ts',
    find: '{ beside: notingRemovals(db, [file]) }',
    replace: '{}',
    test: DEATHS,
  },
  {
    rule: 'bytes whose record a colleague deleted are dropped',
    file: 'data/receipts/upload-round.ts',
    find: "if (standing === 'gone') await askAboutRecord(db, receipt).catch(failed);",
    replace: "if (standing === 'gone') await db.device.receipts.delete(id).catch(failed);",
    test: STORIES,
  },
  {
    rule: 'an upload counts although the server has no record of it',
    file: 'data/receipts/upload-round.ts',
    find: 'if (await isRecordStored(client, fileId)) return',
    replace: 'if (fileId) return',
    test: STORIES,
  },
  {
    rule: 'bytes leave the queue before they are sent',
    file: 'data/receipts/upload-round.ts',
    find: '  const outcome = await uploaded(parts, receipt);',
    replace: '  await db.device.receipts.delete(receipt.id);\n  const outcome = await uploaded(parts, receipt);',
    test: DEATHS,
  },
];
