import { Button, Checkbox, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CsvField } from '#domain/csv/csv-fields.ts';
import { type DirectoryName, directories } from '#domain/directories.ts';
import { csvText } from '#domain/csv/csv-text.ts';
import type { ImportRow } from '#domain/csv/read-import.ts';
import { FormError } from '#ui/FormError.tsx';
import { LeaveGuard } from '#ui/LeaveGuard.tsx';
import { saveTextFile } from '#ui/save-text-file.ts';
import { Section } from '#ui/Section.tsx';
import { useErrorText } from '#ui/use-error-text.ts';
import classes from './CsvImport.module.css';
import type { ImportSource } from './import-source.ts';
import { ImportRows, useRowReason } from './ImportRows.tsx';
import type { ImportControl, ImportPhase } from './use-import-run.ts';

type Props = { name: DirectoryName; fields: readonly CsvField[]; source: ImportSource; rows: readonly ImportRow[]; run: ImportControl };

/** Every row as it would be written, or why not; then the writing, with its progress. */
export function ImportPreview({ name, fields, source, rows: read, run: { phase, start, stop } }: Props) {
  const { t } = useTranslation('csv');
  const [withDuplicates, setWithDuplicates] = useState(false);
  const isChosen = (row: ImportRow) => row.input !== null && (withDuplicates || row.duplicate === null);
  const { rows, chosen } = phase.name === 'looking' ? { rows: read, chosen: read.filter(isChosen) } : phase;
  const duplicates = rows.filter((row) => row.duplicate !== null).length;

  if (phase.name === 'done') return <Done {...{ name, fields, source, phase }} />;
  return (
    <Section title={t('preview.title')}>
      <LeaveGuard isDirty={phase.name === 'writing'} about="run" />
      <Summary rows={rows} />
      {duplicates > 0 && (
        <Checkbox
          className={classes.option}
          label={t('preview.withDuplicates', { count: duplicates })}
          checked={withDuplicates}
          onChange={(event) => setWithDuplicates(event.currentTarget.checked)}
          disabled={phase.name === 'writing'}
        />
      )}
      <div className={classes.start}>
        <Button onClick={() => void start({ rows, chosen })} disabled={chosen.length === 0} loading={phase.name === 'writing'}>
          {t('preview.import', { count: chosen.length })}
        </Button>
        {phase.name === 'writing' && (
          <>
            <Progress className={classes.progress} value={(100 * phase.written) / chosen.length} aria-label={t('progress.label')} />
            <span role="status">{t('progress.text', { written: phase.written, total: chosen.length })}</span>
            <Button variant="default" onClick={stop}>
              {t('progress.stop')}
            </Button>
          </>
        )}
      </div>
      <ImportRows fields={fields} rows={rows} isChosen={isChosen} />
    </Section>
  );
}

function Summary({ rows }: { rows: readonly ImportRow[] }) {
  const { t } = useTranslation('csv');
  const bad = rows.filter((row) => row.input === null).length;
  const duplicates = rows.filter((row) => row.duplicate !== null).length;
  const counts = [
    { key: 'ready', count: rows.length - bad - duplicates, tone: 'green' },
    { key: 'duplicate', count: duplicates, tone: 'amber' },
    { key: 'bad', count: bad, tone: 'red' },
  ] as const;
  return (
    <ul className={classes.summary} role="status">
      {counts.map(({ key, count, tone }) => (
        <li key={key} data-tone={count > 0 ? tone : undefined}>
          {t(`preview.${key}`, { count })}
        </li>
      ))}
    </ul>
  );
}

type DoneProps = Pick<Props, 'name' | 'fields' | 'source'> & { phase: Exclude<ImportPhase, { name: 'looking' }> };

function Done({ name, fields, source, phase }: DoneProps) {
  const { page, texts } = directories[name];
  const { t } = useTranslation('csv');
  const { t: tList } = useTranslation(texts);
  const errorText = useErrorText();
  const reason = useRowReason(fields);
  const written = new Set(phase.chosen.slice(0, phase.written).map(({ line }) => line));
  const left = phase.rows.filter(({ line }) => !written.has(line));
  const save = () => {
    const table = left.map((row) => [...row.cells, reason(row) || t('done.notReached')]);
    saveTextFile(
      'kontor-import-rest.csv',
      csvText([[...source.header, t('done.reason')], ...table], source.locale === 'de' ? ';' : ','),
      'text/csv',
    );
  };
  return (
    <Section title={t('done.title', { count: phase.written })}>
      {phase.error !== undefined && <FormError>{errorText(phase.error)}</FormError>}
      <p className={classes.done}>{left.length > 0 ? t('done.left', { count: left.length }) : t('done.all')}</p>
      <div className={classes.start}>
        <Button component={Link} to={page.path}>
          {tList('title.list')}
        </Button>
        {left.length > 0 && (
          <Button variant="default" onClick={save}>
            {t('done.save')}
          </Button>
        )}
      </div>
    </Section>
  );
}
