import { expect, test } from 'vitest';
import { RECORD_GONE } from '#data/receipts/receipt-questions.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import { uploadQuestion } from './upload-question.ts';

const issue = (change: Partial<SyncIssue>) =>
  ({
    id: 'files:f:rev',
    collection: 'files',
    doc_id: 'f',
    kind: 'rejected',
    code: null,
    message: null,
    details: null,
    ...change,
  }) as SyncIssue;

test('a receipt whose record is gone asks for another expense, whoever noticed it', () => {
  const gone = (change: Partial<SyncIssue>) => uploadQuestion('f', [issue(change)]);
  expect(gone({ id: 'files:f:upload', kind: 'deleted_there', code: RECORD_GONE, details: 'expense_deleted' })).toMatchObject({
    kind: 'gone',
    reason: 'expense_deleted',
  });
  expect(gone({ message: 'missing_parent' })).toMatchObject({ kind: 'gone', reason: 'expense_deleted' });
  expect(gone({ kind: 'deleted_there' })).toMatchObject({ kind: 'gone', reason: 'receipt_deleted' });
});

test('a refusal can be tried again and says why', () => {
  expect(uploadQuestion('f', [issue({ id: 'files:f:upload', details: 'storage_failed' })])).toMatchObject({
    kind: 'refused',
    reason: 'storage_failed',
  });
  expect(uploadQuestion('f', [issue({ id: 'files:f:upload', details: 'new one' })])).toMatchObject({ reason: 'unknown' });
  expect(uploadQuestion('f', [issue({ message: 'not_allowed' })])).toMatchObject({ kind: 'refused', reason: null });
});

test('a receipt that only waits asks nothing', () => {
  expect(uploadQuestion('f', [issue({ doc_id: 'other' }), issue({ collection: 'vendors' })])).toBeNull();
});
