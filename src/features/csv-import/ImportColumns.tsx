import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CSV_FIELDS, type CsvField, type CsvKind } from '#domain/csv/csv-fields.ts';
import type { ColumnChoice } from '#domain/csv/read-import.ts';
import { Section } from '#ui/Section.tsx';
import classes from './CsvImport.module.css';
import type { ImportSource } from './import-source.ts';

type Props = { kind: CsvKind; source: ImportSource; columns: ColumnChoice; onChange: (columns: ColumnChoice) => void };

/** What each column of the file is; a field goes to one column only. */
export function ImportColumns({ kind, source, columns, onChange }: Props) {
  const { t } = useTranslation('csv');
  const heading = useFieldHeading(kind);
  const choose = (at: number, name: string) =>
    onChange(columns.map((column, index) => (index === at ? name || null : column === name ? null : column)));
  return (
    <Section title={t('columns.title')} text={t('columns.text')}>
      <div className={classes.columns}>
        {source.header.map((cell, at) => (
          <NativeSelect
            key={at}
            label={cell.trim() || t('columns.unnamed', { number: at + 1 })}
            description={source.rows[0]?.cells[at] || '–'}
            value={columns[at] ?? ''}
            onChange={(event) => choose(at, event.currentTarget.value)}
            data={[
              { value: '', label: t('columns.ignore') },
              ...CSV_FIELDS[kind].map(({ name }) => ({ value: name, label: heading(name) })),
            ]}
          />
        ))}
      </div>
    </Section>
  );
}

/** The name of a field in the language of the page. */
export function useFieldHeading(kind: CsvKind): (name: string) => string {
  const { i18n } = useTranslation();
  const fields: readonly CsvField[] = CSV_FIELDS[kind];
  return (name) => fields.find((field) => field.name === name)?.heading[i18n.language === 'de' ? 'de' : 'en'] ?? name;
}
