import { defineEntity } from '#domain/shared/define-entity.ts';
import { periodFiguresSchema } from './period-figures.ts';

export const periodFigures = defineEntity({
  name: 'period_figures',
  schema: periodFiguresSchema,
  shelf: 'master_data',
  resource: 'reports',
  texts: 'periods',
  page: { path: '/settings/periods', isPerRecord: false },
  indexes: [],
  references: { period_id: { to: 'periods', protects: false } },
});
