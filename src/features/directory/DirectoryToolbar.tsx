import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DirectoryFilter } from '#data/directory/directory.ts';
import { type DirectoryName, directories } from '#domain/directories.ts';
import type { DirectorySort } from '#domain/shared/define-directory.ts';
import { SearchField } from '#ui/SearchField.tsx';
import classes from './DirectoryToolbar.module.css';

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
    <div className={classes.bar} role="search">
      <SearchField className={classes.search} label={t('search')} text={filter.text} onChange={(text) => onChange({ text })} />
      <SegmentedControl
        value={filter.show}
        onChange={(show) => onChange({ show: show as DirectoryFilter['show'] })}
        data={(['active', 'inactive', 'all'] as const).map((show) => ({ value: show, label: t(`filter.${show}`) }))}
      />
      <NativeSelect
        className={classes.sort}
        aria-label={t('sort.label')}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as DirectorySort })}
        data={sorts.map((sort) => ({ value: sort, label: t(`sort.${sort}` as 'sort.name') }))}
      />
    </div>
  );
}
