import { useTranslation } from 'react-i18next';
import type { DirectoryFilter } from '#data/directory/directory.ts';
import { type DirectoryName, directories } from '#domain/directories.ts';
import { ListToolbar } from '#widgets/list/ListToolbar.tsx';

type Props = {
  filter: DirectoryFilter;
  onChange: (change: Partial<DirectoryFilter>) => void;
  name: DirectoryName;
  columns: readonly { readonly key: string; readonly header: string }[];
};

/** Search, active or not, and order above a list of names. */
export function DirectoryToolbar({ filter, onChange, name, columns }: Props) {
  const { texts } = directories[name];
  const { t } = useTranslation(texts);
  const { t: tLists } = useTranslation('lists');
  const sorts = [
    ...columns.flatMap(({ key, header }) => [
      { value: key, label: header },
      { value: `-${key}`, label: tLists('descending', { column: header }) },
    ]),
    { value: 'newest', label: t('sort.newest') },
  ];
  return (
    <ListToolbar
      filter={filter}
      onChange={onChange}
      searchLabel={t('search')}
      shows={(['active', 'inactive', 'all'] as const).map((show) => ({ value: show, label: t(`filter.${show}`) }))}
      sortLabel={t('sort.label')}
      sorts={sorts}
    />
  );
}
