import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useImport } from '#data/csv-import/use-import.ts';
import type { CsvKind } from '#domain/csv/csv-fields.ts';
import { type ColumnChoice, readImport, recogniseColumns } from '#domain/csv/read-import.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { blankOf, type ImportSource } from './import-source.ts';
import { SourceInput } from './SourceInput.tsx';
import { useVatProblem } from './use-vat-problem.ts';

/** From a file to records: choose it, look at the columns, look at every row, then write. Nothing is written before the last step. */
function ImportPage({ kind }: { kind: CsvKind }) {
  const { t } = useTranslation('csv');
  const [{ source, round }, setOpened] = useState<{ source: ImportSource | null; round: number }>({ source: null, round: 0 });
  return (
    <>
      <PageHeader title={t(`${kind}.title`)} back={{ to: `/finance/${kind}`, label: t(`${kind}.list`) }} />
      <SourceInput source={source} onChange={(next) => setOpened({ source: next, round: round + 1 })} />
      {source && source.rows.length > 0 && <OpenedSource key={round} kind={kind} source={source} />}
    </>
  );
}

function OpenedSource({ kind, source }: { kind: CsvKind; source: ImportSource }) {
  const { i18n } = useTranslation('csv');
  const { company } = useCompany();
  const { existing } = useImport(kind);
  const [columns, setColumns] = useState<ColumnChoice>(() => recogniseColumns(kind, source.header));
  const vatProblem = useVatProblem(kind);
  // What is on the device when the file is opened; the rows written from it must not count as duplicates of themselves.
  const [known, setKnown] = useState(existing);
  if (known === undefined && existing !== undefined) setKnown(existing);
  const rows = useMemo(
    () =>
      known &&
      vatProblem &&
      readImport(kind, source.rows, {
        columns,
        locale: source.locale,
        blank: blankOf(kind, company, i18n.language),
        existing: known,
        vatProblem,
      }),
    [kind, source, columns, known, vatProblem, company, i18n.language],
  );
  return (
    <>
      <ImportColumns kind={kind} source={source} columns={columns} onChange={setColumns} />
      {rows && <ImportPreview kind={kind} source={source} rows={rows} />}
    </>
  );
}

export const CustomerImportPage = () => <ImportPage kind="customers" />;
export const VendorImportPage = () => <ImportPage kind="vendors" />;
export const ProductImportPage = () => <ImportPage kind="products" />;
