import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { filterDirectory } from '#data/directory/directory.ts';
import { useDirectory, useDirectoryCommands } from '#data/directory/use-directory.ts';
import { can } from '#domain/access/access.ts';
import { directories } from '#domain/directories.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ENTITY_ICONS } from '#ui/entity-icons.ts';
import { CsvMenu } from '#widgets/CsvMenu.tsx';
import { memorySortFor, memorySortOf } from '#widgets/list/memory-sort.ts';
import { useKeptSort } from '#widgets/list/use-kept-sort.ts';
import { ListFrame } from '#widgets/list/ListFrame.tsx';
import { NewRecordButton } from '#widgets/list/NewRecordButton.tsx';
import { useBulk } from '#widgets/use-bulk.ts';
import { useDirectoryFilter } from '#widgets/use-directory-filter.ts';
import { DirectoryBulkBar, useMayBulk } from './DirectoryBulkBar.tsx';
import { DirectoryToolbar } from './DirectoryToolbar.tsx';
import { type Entry, type PageProps, valueOf } from './page-props.ts';
import { useDirectoryColumns } from './use-directory-columns.tsx';
import { useFieldText } from './use-field-text.ts';

export function DirectoryListPage({ name, pages }: PageProps) {
  const { texts, resource, page, menu } = directories[name];
  const { t } = useTranslation(texts);
  const { ctx } = useCompany();
  const { value: directory, error } = useDirectory(name);
  const [filter, setFilter] = useKeptSort(useDirectoryFilter(), 'name');
  const { text, show, sort } = filter;
  const fieldText = useFieldText(name);
  const rows = useMemo(() => {
    const kinds = new Map(pages.columns.map(({ field, kind }) => [field, kind]));
    const shown = (record: Entry, field: string) => {
      const [kind, value] = [kinds.get(field), valueOf(record, field)];
      if (field === 'is_active') return record.is_active ? 0 : 1;
      if (typeof value === 'number') return value;
      return kind ? fieldText(record, field, kind) : '';
    };
    return directory && filterDirectory<Entry>(directory, { text, show, sort }, shown);
  }, [directory, text, show, sort, pages.columns, fieldText]);
  const columns = useDirectoryColumns(name, pages.columns);
  const bulk = useBulk(name, filter, { rows, isLoading: rows === undefined, nameOf: (record) => record.name });
  const mayBulk = useMayBulk(resource);
  const { setActive, remove } = useDirectoryCommands(name);
  const create = can(ctx.access, `${resource}.create`) && <NewRecordButton to={`${page.path}/create`}>{t('new')}</NewRecordButton>;
  const isEmpty = directory?.entries.length === 0;
  const Icon = ENTITY_ICONS[menu.icon];
  return (
    <ListFrame
      title={t('title.list')}
      actions={
        <>
          <CsvMenu name={name} rows={rows} />
          {create}
        </>
      }
      toolbar={!isEmpty && <DirectoryToolbar name={name} columns={columns} filter={filter} onChange={setFilter} />}
      table={{
        columns,
        rows,
        error,
        sort: memorySortOf(sort),
        onSort: (asked) => setFilter({ sort: memorySortFor(asked) }),
        getRowId: ({ id }) => id,
        getRowName: (record) => record.name,
        rowHref: ({ id }) => `${page.path}/${id}`,
        ...(mayBulk && { selection: bulk }),
        isRowDimmed: (record) => !record.is_active,
        empty: isEmpty ? (
          <EmptyState icon={<Icon size={26} />} title={t('empty.title')} text={t('empty.text')} action={create} />
        ) : (
          <EmptyState title={t('empty.filteredTitle')} text={t('empty.filteredText')} />
        ),
      }}
    >
      <DirectoryBulkBar bulk={bulk} resource={resource} setActive={setActive} remove={remove} />
    </ListFrame>
  );
}
