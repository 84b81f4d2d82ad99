import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type ComparedRow, figuresOf } from '#domain/reports/report-rows.ts';
import { useMinorText } from '#widgets/figures/use-minor-text.ts';
import { PlainTable, type PlainRow } from './PlainTable.tsx';

type Props = {
  readonly caption: string;
  readonly rows: readonly ComparedRow[];
  readonly headings: readonly string[];
  /** Heading of the compared period; null when nothing is compared. */
  readonly otherHeading: string | null;
  readonly words: (key: string) => { readonly label: string; readonly to: string | null };
  readonly currency: string;
};

/** More amounts than this leave less room for names. */
const WIDE = 3;

/** A report as a plain table. */
export function ReportTable({ caption, rows, headings, otherHeading, words, currency }: Props) {
  const { t } = useTranslation('reports');
  const text = useMinorText(currency);
  const columns = otherHeading === null ? headings : [...headings, otherHeading, t('column.change')];
  const change = (n: number, figure: bigint) => (n > headings.length && figure > 0n ? '+' : '');
  const lines = rows.map((row): PlainRow => {
    const { label, to } = words(row.key);
    const cells = figuresOf(row).map((figure, n) => ({
      text: figure === null ? null : `${change(n, figure)}${text(figure)}`,
      isZero: figure === 0n,
    }));
    return { key: row.key, kind: row.kind, what: to === null ? label : <Link to={to}>{label}</Link>, cells };
  });
  return <PlainTable caption={caption} columns={columns} rows={lines} isWide={headings.length > WIDE} />;
}
