import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Reports.module.css';

/** `kind` as a report's rows have it: how the line is set. An empty cell is null, one that is zero is set in grey. */
export type PlainRow = {
  readonly key: string;
  readonly kind: string;
  readonly what: ReactNode;
  readonly cells: readonly { readonly text: string | null; readonly isZero?: boolean }[];
};
type Props = {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly PlainRow[];
  /** With more amounts there is less room for names. */
  readonly isWide?: boolean;
};

/** Lines with a name and amounts: reads, prints and copies as a table. On a phone each line becomes a block with its amounts below the name. */
export function PlainTable({ caption, columns, rows, isWide = false }: Props) {
  const { t } = useTranslation('reports');
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-wide={isWide || undefined}>
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
          {rows.map(({ key, kind, what, cells }) => (
            <tr key={key} data-kind={kind}>
              <th scope="row">{what}</th>
              {cells.map(({ text, isZero }, n) => (
                <td key={n} data-zero={isZero || undefined} data-heading={columns[n]}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
