import { defineEntity } from '#domain/shared/define-entity.ts';
import { companySchema } from '#domain/companies/company.ts';

export const companies = defineEntity({
  name: 'companies',
  schema: companySchema,
  shelf: 'master_data',
  resource: 'company',
  texts: 'company',
  page: { path: '/settings/company', isPerRecord: false },
  indexes: [],
  perLeaf: ['settings'],
});
