import { defineCollection } from '#data/core/define-collection.ts';
import { companySchema } from '#domain/companies/company.ts';

export const companies = defineCollection({ name: 'companies', schema: companySchema, indexes: [], perLeaf: ['settings'] });
