import { Button, Checkbox, Progress } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useImport } from '#data/csv-import/use-import.ts';
import type { CsvField } from '#domain/csv/csv-fields.ts';
import { type DirectoryName, directories } from '#domain/directories.ts';
import { csvText } from '#domain/csv/csv-text.ts';
import type { ImportRow } from '#domain/csv/read-import.ts';
import { FormError } from '#ui/FormError.tsx';
import { saveTextFile } from '#ui/save-text-file.ts';
import { Section } from '#ui/Section.tsx';
import { useErrorText } from '#ui/use-error-text.ts';
import classes from './CsvImport.module.css';
import type { ImportSource } from './import-source.ts';
import { ImportRows, useRowReason } from './ImportRows.tsx';

type Props = { name: DirectoryName; fields: readonly CsvField[]; source: ImportSource; rows: readonly ImportRow[] };
type Phase = { readonly name: 'looking' } | { readonly name: 'writing' | 'done'; readonly written: number; readonly error?: unknown };

/** Every row as it would be written, or why not; then the writing, with its progress. */
export function ImportPreview({ name, fields, source, rows }: Props) {
  const { t } = useTranslation('csv');
  const { run } = useImport(name);
  const [withDuplicates, setWithDuplicates] = useState(false);
  const [phase, setPhase] = useState<Phase>({ name: 'looking' });
  const stop = useRef<AbortController>(null);
  const isChosen = (row: ImportRow) => row.input !== null && (withDuplicates || row.duplicate === null);
  const chosen = rows.filter(isChosen);
  const duplicates = rows.filter((row) => row.duplicate !== null).length;

  const start = async () => {
    const controller = new AbortController();
    stop.current = controller;
    setPhase({ name: 'writing', written: 0 });
    const inputs = chosen.flatMap(({ input }) => (input ? [input] : []));
    let last = 0;
    const onProgress = (written: number) => {
      last = written;
      setPhase({ name: 'writing', written });
    };
    try {
      const written = await run({ name, inputs, onProgress, signal: controller.signal });
      setPhase({ name: 'done', written });
    } catch (error) {
      setPhase({ name: 'done', written: last, error });
    }
  };

  if (phase.name === 'done') return <Done {...{ name, fields, source, rows, chosen, phase }} />;
  return (
    <Section title={t('preview.title')}>
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
        <Button onClick={() => void start()} disabled={chosen.length === 0} loading={phase.name === 'writing'}>
          {t('preview.import', { count: chosen.length })}
        </Button>
        {phase.name === 'writing' && (
          <>
            <Progress className={classes.progress} value={(100 * phase.written) / chosen.length} aria-label={t('progress.label')} />
            <span role="status">{t('progress.text', { written: phase.written, total: chosen.length })}</span>
            <Button variant="default" onClick={() => stop.current?.abort()}>
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

type DoneProps = Props & { chosen: readonly ImportRow[]; phase: { written: number; error?: unknown } };

function Done({ name, fields, source, rows, chosen, phase }: DoneProps) {
  const { page, texts } = directories[name];
  const { t } = useTranslation('csv');
  const { t: tList } = useTranslation(texts);
  const errorText = useErrorText();
  const reason = useRowReason(fields);
  const written = new Set(chosen.slice(0, phase.written).map(({ line }) => line));
  const left = rows.filter(({ line }) => !written.has(line));
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
