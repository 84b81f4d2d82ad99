import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type ComparedRow, figuresOf } from '#domain/reports/report-rows.ts';
import { useMinorText } from '#widgets/figures/use-minor-text.ts';
import classes from './Reports.module.css';

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

/** A report as a plain table: it reads, prints and copies as one. On a phone each line becomes a block with its amounts below the name. */
export function ReportTable({ caption, rows, headings, otherHeading, words, currency }: Props) {
  const { t } = useTranslation('reports');
  const text = useMinorText(currency);
  const columns = otherHeading === null ? headings : [...headings, otherHeading, t('column.change')];
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-wide={headings.length > WIDE || undefined}>
        <caption className={classes.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.what')}</th>
            {columns.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { label, to } = words(row.key);
            const figures = figuresOf(row);
            const change = (n: number, figure: bigint) => (n > headings.length && figure > 0n ? '+' : '');
            return (
              <tr key={row.key} data-kind={row.kind}>
                <th scope="row">{to === null ? label : <Link to={to}>{label}</Link>}</th>
                {figures.map((figure, n) => (
                  <td key={n} data-zero={figure === 0n || undefined} data-heading={columns[n]}>
                    {figure !== null && `${change(n, figure)}${text(figure)}`}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
