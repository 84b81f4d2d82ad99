import { Menu } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { csvText } from '#domain/csv/csv-text.ts';
import { amountForInput } from '#domain/money/typed-amount.ts';
import { isOver } from '#domain/recurring/series-steps.ts';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { saveTextFile } from '#ui/save-text-file.ts';
import { useScheduleWords } from './use-schedule-words.ts';
import type { RecurringKind } from './recurring-kinds.ts';

export type ExportedSeries = {
  readonly what: string;
  readonly partner: string;
  readonly item: {
    readonly interval: string;
    readonly start_date: string;
    readonly end_date: string | null;
    readonly next_generation: string;
    readonly is_active: boolean;
    readonly currency: string;
  };
  readonly amount: number;
};
type Props = {
  kind: RecurringKind;
  count: number;
  /** What the list shows now: the filter decides what is exported. */
  series: () => readonly ExportedSeries[];
};

/** The list as a file for a spreadsheet; whoever sees it may take it along. */
export function RecurringExport({ kind, count, series }: Props) {
  const { t, i18n } = useTranslation(['recurring', 'csv']);
  const { ctx } = useCompany();
  const words = useScheduleWords();
  const save = () => {
    const locale = i18n.language === 'de' ? 'de' : 'en';
    const state = (item: ExportedSeries['item']) => t(`status.${item.is_active ? (isOver(item) ? 'ended' : 'active') : 'paused'}`);
    const partner = t(kind === 'invoices' ? 'field.customer_id' : 'field.vendor_id');
    const plain = ['interval', 'start_date', 'end_date', 'next_generation'] as const;
    const head = [t('column.what'), partner, ...plain.map((field) => t(`field.${field}`)), t('column.state'), t('column.amount')];
    const rows = series().map(({ what, partner: name, item, amount }) => {
      const { interval, start_date, end_date, next_generation, currency } = item;
      const when = [words.interval(interval), start_date, end_date ?? '', next_generation];
      return [what, name, ...when, state(item), amountForInput(amount, currency, locale), currency];
    });
    const text = csvText([[...head, t('field.currency')], ...rows], locale === 'de' ? ';' : ',');
    saveTextFile(t(`file.${kind}`, { day: ctx.today() }), text, 'text/csv');
  };
  return (
    <MoreMenu label={t('action.export')}>
      <Menu.Item leftSection={<IconFileExport size={16} aria-hidden />} disabled={count === 0} onClick={save}>
        {t('csv:export', { count })}
      </Menu.Item>
    </MoreMenu>
  );
}
