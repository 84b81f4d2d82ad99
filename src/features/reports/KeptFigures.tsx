import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { PeriodFigures } from '#domain/periods/period-figures.ts';
import type { ReportDifference } from '#domain/reports/report-differences.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useMinorText } from '#widgets/figures/use-minor-text.ts';
import { PlainTable, type PlainRow } from './PlainTable.tsx';
import classes from './Reports.module.css';

/** Says which of the report's months are shown as they were kept; null when none is. */
export function useKeptText(kept: readonly PeriodFigures[], months: number): string | null {
  const { t } = useTranslation('reports');
  const { ctx } = useCompany();
  const format = useFormat();
  const [first] = kept;
  if (!first) return null;
  if (months > 1) return kept.length === months ? t('kept.all') : t('kept.some', { count: kept.length, months: format.number(months) });
  const when = format.instant(first.created_at, ctx.timezone);
  return first.created_at === first.decided_at ? t('kept.atClosing', { when }) : t('kept.later', { when });
}

type Props = {
  readonly differences: readonly ReportDifference[];
  readonly headings: readonly string[];
  readonly label: (key: string) => string;
  readonly currency: string;
};

/** What was kept and what the records say now, figure by figure. */
export function Differences({ differences, headings, label, currency }: Props) {
  const { t } = useTranslation('reports');
  const text = useMinorText(currency);
  const columns = [t('differs.kept'), t('differs.now'), t('column.change')];
  const rows = differences.map(({ key, measure, kept, now }): PlainRow => {
    const change = now - kept;
    return {
      key: `${key} ${measure}`,
      kind: 'item',
      what: headings.length > 1 ? `${label(key)} · ${headings[measure] ?? ''}` : label(key),
      cells: [{ text: text(kept) }, { text: text(now) }, { text: `${change > 0n ? '+' : ''}${text(change)}` }],
    };
  });
  return (
    <section className={classes.differences} role="alert">
      <h3>{t('differs.title')}</h3>
      <p>{t('differs.text')}</p>
      <PlainTable caption={t('differs.title')} columns={columns} rows={rows} />
    </section>
  );
}
