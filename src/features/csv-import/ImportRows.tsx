import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CsvField } from '#domain/csv/csv-fields.ts';
import type { ImportRow } from '#domain/csv/read-import.ts';
import type { DataTableColumn } from '#ui/data-table-props.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useFieldErrorText } from '#ui/use-error-text.ts';
import classes from './CsvImport.module.css';
import { useFieldHeading } from './ImportColumns.tsx';

type Props = { fields: readonly CsvField[]; rows: readonly ImportRow[]; isChosen: (row: ImportRow) => boolean };

/** All rows of the file, those with problems first. */
export function ImportRows({ fields, rows, isChosen }: Props) {
  const { t } = useTranslation('csv');
  const reason = useRowReason(fields);
  const sorted = useMemo(() => rows.toSorted((a, b) => weight(a) - weight(b) || a.line - b.line), [rows]);
  const columns: DataTableColumn<ImportRow>[] = [
    {
      key: 'line',
      header: t('row.line'),
      width: '4.5rem',
      align: 'end',
      phone: 'meta',
      cell: ({ line }) => (
        <>
          <span className={classes.lineWord}>{t('row.line')} </span>
          {line}
        </>
      ),
    },
    {
      key: 'name',
      header: t('row.record'),
      width: 'minmax(10rem, 1fr)',
      isPrimary: true,
      cell: (row) => <span className={classes.name}>{row.input?.name ?? row.cells.filter(Boolean).join(' · ')}</span>,
    },
    { key: 'state', header: t('row.state'), width: '9rem', cell: (row) => <RowState row={row} isChosen={isChosen(row)} /> },
    {
      key: 'reason',
      header: t('row.reason'),
      width: 'minmax(14rem, 2fr)',
      cell: (row) => <span className={classes.reason}>{reason(row)}</span>,
    },
  ];
  return (
    <div className={classes.rows}>
      <DataTable label={t('preview.title')} columns={columns} rows={sorted} getRowId={({ line }) => String(line)} hasTallRows />
    </div>
  );
}

const weight = (row: ImportRow): number => (row.problems.length > 0 ? 0 : row.duplicate ? 1 : 2);

function RowState({ row, isChosen }: { row: ImportRow; isChosen: boolean }) {
  const { t } = useTranslation('csv');
  if (row.problems.length > 0) return <StatusBadge tone="red">{t('state.bad')}</StatusBadge>;
  if (row.duplicate) return <StatusBadge tone="amber">{t(isChosen ? 'state.twice' : 'state.duplicate')}</StatusBadge>;
  return <StatusBadge tone="green">{t('state.ready')}</StatusBadge>;
}

/** What is wrong with a row, or what it repeats, in one sentence; empty when nothing is. */
export function useRowReason(fields: readonly CsvField[]): (row: ImportRow) => string {
  const { t } = useTranslation('csv');
  const heading = useFieldHeading(fields);
  const fieldText = useFieldErrorText();
  return ({ problems, duplicate }) => {
    if (problems.length > 0)
      return problems
        .map(({ field, message, cell }) => {
          const what = { field: heading(field), cell, reason: fieldText(message) };
          return cell === '' ? t('reason.empty', what) : t('reason.problem', what);
        })
        .join(' ');
    return duplicate ? t(`reason.${duplicate.of}`, { field: heading(duplicate.by) }) : '';
  };
}
