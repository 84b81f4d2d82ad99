import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CsvField } from '#domain/csv/csv-fields.ts';
import type { ColumnChoice } from '#domain/csv/read-import.ts';
import { Section } from '#ui/Section.tsx';
import classes from './CsvImport.module.css';
import type { ImportSource } from './import-source.ts';

type Props = { fields: readonly CsvField[]; source: ImportSource; columns: ColumnChoice; onChange: (columns: ColumnChoice) => void };

/** What each column of the file is; a field goes to one column only. */
export function ImportColumns({ fields, source, columns, onChange }: Props) {
  const { t } = useTranslation('csv');
  const heading = useFieldHeading(fields);
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
            data={[{ value: '', label: t('columns.ignore') }, ...fields.map(({ name }) => ({ value: name, label: heading(name) }))]}
          />
        ))}
      </div>
    </Section>
  );
}

/** The name of a field in the language of the page. */
export function useFieldHeading(fields: readonly CsvField[]): (name: string) => string {
  const { i18n } = useTranslation();
  return (name) => fields.find((field) => field.name === name)?.heading[i18n.language === 'de' ? 'de' : 'en'] ?? name;
}
