import { defineEntity } from '#domain/shared/define-entity.ts';
import { evidenceOf, fileSchema } from '#domain/files/file.ts';

/** Found by index, which a nullable field can't be in: the receipts of an expense, those whose stored bytes the server found to be others; and by its bytes. */
export const files = defineEntity({
  name: 'files',
  schema: fileSchema,
  resource: 'files',
  texts: 'files',
  serverOwned: ['integrity', 'checked_at', 'original_integrity', 'original_checked_at'],
  references: { expense_id: { to: 'expenses', protects: false } },
  indexes: [
    ['expense_key', 'id'],
    ['mismatch_key', 'id'],
    ['sha256', 'id'],
  ],
  derived: {
    expense_key: { maxLength: 36, from: (file) => file.expense_id ?? '' },
    mismatch_key: { maxLength: 8, from: (file) => (evidenceOf(file).kind === 'mismatch' ? 'mismatch' : '') },
  },
});
