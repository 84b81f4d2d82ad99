import { defineEntity } from '#domain/shared/define-entity.ts';
import { companySchema } from '#domain/companies/company.ts';

export const companies = defineEntity({ name: 'companies', schema: companySchema, indexes: [], perLeaf: ['settings'] });
