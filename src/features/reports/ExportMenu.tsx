import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileExport, IconFileTypeCsv, IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLogo } from '#data/branding/use-logo.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { ReportSheet } from '#domain/reports/report-sheet.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { saveFiles, saveTextFile } from '#ui/save-text-file.ts';
import { useCommand } from '#ui/use-command.ts';

type Props = {
  readonly sheet: ReportSheet;
  /** What counts and what does not. */
  readonly notes: readonly string[];
};

/** The report as a file: for spreadsheets, or made on this device for paper. */
export function ExportMenu({ sheet, notes }: Props) {
  const { t } = useTranslation('reports');
  const { company, ctx } = useCompany();
  const logo = useLogo();
  const format = useFormat();
  const language = format.language === 'de' ? 'de' : 'en';
  const csv = useCommand(async () => {
    const { reportCsv, reportFileName } = await import('#domain/reports/report-sheet.ts');
    saveTextFile(`${reportFileName(sheet)}.csv`, reportCsv(sheet, language), 'text/csv');
  });
  const pdf = useCommand(async () => {
    const [{ printableReport, reportFileName }, { renderPdf }] = await Promise.all([
      import('#domain/reports/report-sheet.ts'),
      import('#platform/pdf/render-pdf.ts'),
    ]);
    const lines = [
      ...(sheet.other === null ? [] : [t('pdf.compared', { period: sheet.other })]),
      t('pdf.amounts', { currency: sheet.currency }),
    ];
    const words = { lines, notes, madeOn: t('pdf.madeOn', { day: format.day(ctx.today()) }) };
    const madeAt = ctx.now().toISOString();
    const bytes = await renderPdf(printableReport(sheet, { language, company, logo: logo.printable, madeAt, words }));
    await saveFiles([{ name: `${reportFileName(sheet)}.pdf`, bytes: new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }) }]);
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={pdf.isRunning}
          leftSection={<IconFileExport size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypePdf size={18} aria-hidden />} onClick={() => void pdf.run()}>
          {t('asPdf')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={18} aria-hidden />} onClick={() => void csv.run()}>
          {t('asCsv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          {t('print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
