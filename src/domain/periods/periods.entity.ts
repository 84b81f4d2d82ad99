import { accountingPeriodSchema } from '#domain/periods/accounting-period.ts';
import { defineEntity } from '#domain/shared/define-entity.ts';

export const periods = defineEntity({
  name: 'periods',
  schema: accountingPeriodSchema,
  shelf: 'master_data',
  resource: 'periods',
  texts: 'periods',
  page: { path: '/settings/periods', isPerRecord: false },
  indexes: [],
  // Whether it is closed, and why it no longer is, are one decision.
  groups: [['is_closed', 'reason', 'decided_by', 'decided_at']],
});
