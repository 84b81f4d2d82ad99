import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useImport } from '#data/csv-import/use-import.ts';
import { useIsLoaded } from '#data/sync-centre/use-sync.ts';
import type { DirectoryPages } from '#domain/shared/directory-pages.ts';
import { type DirectoryName, directories } from '#domain/directories.ts';
import { type ColumnChoice, readImport, recogniseColumns } from '#domain/csv/read-import.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import classes from './CsvImport.module.css';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import type { ImportSource } from './import-source.ts';
import { SourceInput } from './SourceInput.tsx';
import type { DirectorySpec } from '#domain/shared/define-directory.ts';
import { useImportRun } from './use-import-run.ts';
import { useVatProblem } from './use-vat-problem.ts';

type Props = { name: DirectoryName; pages: DirectoryPages };
/** `given`: a file that is open already; `onWriting` hears when rows begin to be written, and when that has ended. */
type PageProps = Props & { given?: ImportSource; onWriting?: (isWriting: boolean) => void };

/** From a file to records: choose it, look at the columns, look at every row, then write. Nothing is written before the last step. */
export function ImportPage({ name, pages, given, onWriting }: PageProps) {
  const { texts, page } = directories[name];
  const { t } = useTranslation(texts);
  const [{ source, round }, setOpened] = useState<{ source: ImportSource | null; round: number }>({ source: given ?? null, round: 0 });
  // Meanwhile there is no other file to choose: what is written of this one has its progress, its end and its report.
  const [isWriting, setWriting] = useState(false);
  const tellWriting = (isNow: boolean) => {
    setWriting(isNow);
    onWriting?.(isNow);
  };
  return (
    <>
      <PageHeader title={t('title.import')} back={{ to: page.path, label: t('title.list') }} />
      <div className={classes.choice} hidden={isWriting}>
        <SourceInput source={source} onChange={(next) => setOpened({ source: next, round: round + 1 })} />
      </div>
      {/* What was opened, and what of it was chosen, is kept nowhere (`app/at-work.ts`). */}
      {source && <span hidden data-unsaved />}
      {source && source.rows.length > 0 && <OpenedSource key={round} name={name} pages={pages} source={source} onWriting={tellWriting} />}
    </>
  );
}

type OpenedProps = Props & { source: ImportSource; onWriting: (isWriting: boolean) => void };

function OpenedSource({ name, pages, source, onWriting }: OpenedProps) {
  const { input, unique = [] }: DirectorySpec = directories[name];
  const { csv: fields } = pages;
  const { t: tCsv, i18n } = useTranslation('csv');
  const { company, ctx } = useCompany();
  const { existing } = useImport(name);
  const run = useImportRun(name, onWriting);
  const [columns, setColumns] = useState<ColumnChoice>(() => recogniseColumns(fields, source.header));
  const vatProblem = useVatProblem(fields.some((field) => field.name === 'vat_id'));
  // What is on the device when the file is opened; the rows written from it must not count as duplicates of themselves.
  // Before all of the company is here, a row that is there already would look new.
  const isLoaded = useIsLoaded();
  const [known, setKnown] = useState<typeof existing>();
  if (known === undefined && existing !== undefined && isLoaded) setKnown(existing);
  const rows = useMemo(
    () =>
      known &&
      vatProblem &&
      readImport({ fields, schema: input }, source.rows, {
        columns,
        locale: source.locale,
        blank: pages.blank(company, { language: i18n.language, today: ctx.today(), isTyped: false }),
        existing: known,
        unique,
        vatProblem,
      }),
    [fields, pages, input, unique, source, columns, known, vatProblem, company, ctx, i18n.language],
  );
  return (
    <>
      {run.phase.name === 'looking' && <ImportColumns fields={fields} source={source} columns={columns} onChange={setColumns} />}
      {!known && <RowSkeleton label={tCsv('preview.waiting')} rows={3} />}
      {rows && <ImportPreview name={name} fields={fields} source={source} rows={rows} run={run} />}
    </>
  );
}
