import { useTranslation } from 'react-i18next';
import type { DirectoryFilter } from '#data/directory/directory.ts';
import { type DirectoryName, directories } from '#domain/directories.ts';
import { ListToolbar } from '#widgets/list/ListToolbar.tsx';

type Props = {
  filter: DirectoryFilter;
  onChange: (change: Partial<DirectoryFilter>) => void;
  name: DirectoryName;
};

/** Search, active or not, and order above a list of names. */
export function DirectoryToolbar({ filter, onChange, name }: Props) {
  const { texts, sorts } = directories[name];
  const { t } = useTranslation(texts);
  return (
    <ListToolbar
      filter={filter}
      onChange={onChange}
      searchLabel={t('search')}
      shows={(['active', 'inactive', 'all'] as const).map((show) => ({ value: show, label: t(`filter.${show}`) }))}
      sortLabel={t('sort.label')}
      sorts={sorts.map((sort) => ({ value: sort, label: t(`sort.${sort}` as 'sort.name') }))}
    />
  );
}
