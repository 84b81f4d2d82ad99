import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DirectoryName, directories } from '#domain/directories.ts';
import type { DirectoryColumn } from '#domain/shared/directory-pages.ts';
import type { DataTableColumn } from '#ui/data-table-props.ts';
import { NameCell } from '#ui/NameCell.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import classes from './DirectoryListPage.module.css';
import { type Entry, textOf } from './page-props.ts';
import { useFieldText } from './use-field-text.ts';

/** The name, what the directory shows beside it, and the state. */
export function useDirectoryColumns(name: DirectoryName, columns: readonly DirectoryColumn[]): DataTableColumn<Entry>[] {
  const { texts } = directories[name];
  const { t } = useTranslation(texts);
  const fieldText = useFieldText(name);
  return useMemo(() => {
    const hasFigures = columns.some(({ kind }) => FIGURES.has(kind));
    return [
      { key: 'name', header: t('field.name'), width: 'minmax(12rem, 2fr)', isSortable: true, isPrimary: true, cell: nameCell },
      ...columns.map(({ field, kind, width, phone }): DataTableColumn<Entry> => ({
        key: field,
        isSortable: true,
        header: t(`field.${field}` as 'field.name'),
        ...(width && { width }),
        ...(FIGURES.has(kind) && { align: 'end' }),
        ...(phone && { phone }),
        cell: (record) => cellOf(kind, fieldText(record, field, kind)),
      })),
      {
        key: 'is_active',
        isSortable: true,
        header: t('field.state'),
        width: '7rem',
        align: 'end',
        ...(hasFigures && { phone: 'meta' }), // the place at the end is the figure's
        cell: ({ id, is_active: isActive }) => (
          <>
            <SyncMark collection={name} id={id} />
            {!isActive && <StatusBadge tone="gray">{t('status.inactive')}</StatusBadge>}
          </>
        ),
      },
    ];
  }, [t, name, columns, fieldText]);
}

const FIGURES: ReadonlySet<string> = new Set(['percent', 'unit_price', 'days']);

const cellOf = (kind: string, text: string): ReactNode => (kind === 'unit_price' ? <span className={classes.price}>{text}</span> : text);

/** With a description the name has it beside it, shortened. */
function nameCell(record: Entry): ReactNode {
  const detail = textOf(record, 'description');
  return detail === '' ? record.name : <NameCell name={record.name} detail={detail} />;
}
