import { joined } from '#domain/search/search-text.ts';
import { defineDirectory } from '#domain/shared/define-directory.ts';
import { projectInputSchema, projectSchema } from './project.ts';

export const projects = defineDirectory({
  name: 'projects',
  shelf: 'master_data',
  schema: projectSchema,
  input: projectInputSchema,
  resource: 'projects',
  texts: 'projects',
  draft: 'project',
  page: { path: '/finance/projects', isPerRecord: true },
  menu: { group: 'masterData', place: 35, icon: 'briefcase' },
  search: { place: 55, face: (it) => ({ title: it.name, text: joined(it.code), partnerId: it.customer_id, day: it.created_at }) },
  references: { customer_id: { to: 'customers', protects: true } },
  pages: () => import('./projects.pages.ts'),
  indexes: [],
});
