import { useTranslation } from 'react-i18next';
import type { TaxLine } from '#domain/expenses/tax-line.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useTaxLineWords } from '#widgets/expense/use-tax-line-words.ts';
import classes from './TaxTable.module.css';

/** The tax table of a receipt as it is printed. */
export function TaxLinesView({ lines, currency }: { lines: readonly TaxLine[]; currency: string }) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { kind } = useTaxLineWords();
  return (
    <table className={classes.printed} aria-label={t('field.tax_lines')}>
      <thead>
        <tr>
          <th scope="col">{t('field.tax_rate')}</th>
          <th scope="col">{t('field.net')}</th>
          <th scope="col">{t('field.tax_amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, n) => (
          <tr key={n}>
            <td>{kind(line)}</td>
            <td>{format.money(line.net, currency)}</td>
            <td>{format.money(line.tax, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
