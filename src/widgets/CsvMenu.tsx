import { Menu } from '@mantine/core';
import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import type { CsvKind } from '#domain/csv/csv-fields.ts';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { saveTextFile } from '#ui/save-text-file.ts';

type Props = {
  kind: CsvKind;
  /** What the list shows now: the filter decides what is exported. */
  rows: readonly object[] | undefined;
};

/** Import, and export of what the list shows, for who may. */
export function CsvMenu({ kind, rows = [] }: Props) {
  const { t, i18n } = useTranslation('csv');
  const { ctx } = useCompany();
  const mayImport = can(ctx.access, `${kind}.import`) && can(ctx.access, `${kind}.create`);
  const mayExport = can(ctx.access, `${kind}.export`);
  if (!mayImport && !mayExport) return null;
  const save = async () => {
    const { exportCsv } = await import('#domain/csv/write-export.ts');
    saveTextFile(t(`${kind}.file`, { day: ctx.today() }), exportCsv(kind, rows, i18n.language === 'de' ? 'de' : 'en'), 'text/csv');
  };
  return (
    <MoreMenu label={t('menu')}>
      {mayImport && (
        <Menu.Item component={Link} to={`/finance/${kind}/import`} leftSection={<IconFileImport size={16} aria-hidden />}>
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
