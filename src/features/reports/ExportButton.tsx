import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fromMinor } from '#domain/money/money.ts';
import { amountForInput } from '#domain/money/typed-amount.ts';
import type { ComparedRow } from '#domain/reports/report-rows.ts';
import { saveTextFile } from '#ui/save-text-file.ts';

type Props = {
  readonly sheet: { readonly title: string; readonly when: string; readonly headings: readonly string[] };
  readonly rows: readonly ComparedRow[];
  readonly words: (key: string) => { readonly label: string };
  readonly currency: string;
  readonly isCompared: boolean;
};

/** The report as a file for a spreadsheet, with plain numbers in the language's form. */
export function ExportButton({ sheet, rows, words, currency, isCompared }: Props) {
  const { t, i18n } = useTranslation('reports');
  const save = async () => {
    const { csvText } = await import('#domain/csv/csv-text.ts');
    const locale = i18n.language === 'de' ? 'de' : 'en';
    const amount = (minor: bigint | null) => (minor === null ? '' : amountForInput(fromMinor(minor, currency), currency, locale));
    const lines = rows.map(({ key, values, before }) => [
      words(key).label,
      ...values.map(amount),
      ...(isCompared ? [amount(before)] : []),
      currency,
    ]);
    const text = csvText([[...sheet.headings, t('column.currency')], ...lines], locale === 'de' ? ';' : ',');
    saveTextFile(`${sheet.title} ${sheet.when}.csv`.replaceAll('/', '-'), text, 'text/csv');
  };
  return (
    <Button variant="default" leftSection={<IconFileExport size={18} aria-hidden />} onClick={() => void save()}>
      {t('export')}
    </Button>
  );
}
