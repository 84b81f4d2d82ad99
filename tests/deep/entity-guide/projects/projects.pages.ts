import { IS_ACTIVE, NAME, textField } from '#domain/csv/csv-fields.ts';
import type { DirectoryPages } from '#domain/shared/directory-pages.ts';
import type { ProjectInput } from './project.ts';

export const pages: DirectoryPages<ProjectInput> = {
  calledBy: { en: 'project, jobs', de: 'Projekt, Aufträge' },
  blank: () => ({ name: '', code: '', customer_id: null, is_active: true }),
  form: [
    {
      title: null,
      rows: [
        { field: 'code', kind: 'text' },
        { field: 'customer_id', kind: 'record' },
        { field: 'is_active', kind: 'switch' },
      ],
    },
  ],
  columns: [
    { field: 'code', kind: 'text' },
    { field: 'customer_id', kind: 'record' },
  ],
  facts: {
    title: 'facts',
    fields: [
      { field: 'code', kind: 'text' },
      { field: 'customer_id', kind: 'record' },
    ],
  },
  csv: [NAME, textField({ name: 'code', heading: { en: 'Code', de: 'Kürzel' } }), IS_ACTIVE],
};
