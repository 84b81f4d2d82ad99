import { defineEntity } from '#domain/shared/define-entity.ts';
import { fileSchema } from '#domain/files/file.ts';

/** `expense_key` is `expense_id` or '': the receipts of an expense are found by index, which a nullable field can't be in. */
export const files = defineEntity({
  name: 'files',
  schema: fileSchema,
  resource: 'files',
  texts: 'files',
  references: { expense_id: { to: 'expenses', protects: false } },
  indexes: [['expense_key', 'id']],
  derived: { expense_key: { maxLength: 36, from: (file) => file.expense_id ?? '' } },
});
