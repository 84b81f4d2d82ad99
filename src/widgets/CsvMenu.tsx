import { Menu } from '@mantine/core';
import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { type DirectoryName, directories } from '#domain/directories.ts';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { saveTextFile } from '#ui/save-text-file.ts';

type Props = {
  name: DirectoryName;
  /** What the list shows now: the filter decides what is exported. */
  rows: readonly object[] | undefined;
};

/** Import, and export of what the list shows, for who may. */
export function CsvMenu({ name, rows = [] }: Props) {
  const { texts, resource, page, pages } = directories[name];
  const { t, i18n } = useTranslation('csv');
  const { t: tList } = useTranslation(texts);
  const { ctx } = useCompany();
  const mayImport = can(ctx.access, `${resource}.import`) && can(ctx.access, `${resource}.create`);
  const mayExport = can(ctx.access, `${resource}.export`);
  if (!mayImport && !mayExport) return null;
  const save = async () => {
    const [{ exportCsv }, { pages: format }] = await Promise.all([import('#domain/csv/write-export.ts'), pages()]);
    const text = exportCsv(format.csv, rows, i18n.language === 'de' ? 'de' : 'en');
    saveTextFile(`${tList('title.list').toLocaleLowerCase(i18n.language)}-${ctx.today()}.csv`, text, 'text/csv');
  };
  return (
    <MoreMenu label={t('menu')}>
      {mayImport && (
        <Menu.Item component={Link} to={`${page.path}/import`} leftSection={<IconFileImport size={16} aria-hidden />}>
          {t('import')}
        </Menu.Item>
      )}
      {mayExport && (
        <Menu.Item leftSection={<IconFileExport size={16} aria-hidden />} disabled={rows.length === 0} onClick={() => void save()}>
          {t('export', { count: rows.length })}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}
