import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { TaxLine } from '#domain/expenses/tax-line.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './TaxTable.module.css';

/** The tax table of a receipt as it is printed. */
export function TaxLinesView({ lines, currency }: { lines: readonly TaxLine[]; currency: string }) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { company } = useCompany();
  const own = ['', company.settings.company_details.address.country];
  const country = (code: string) =>
    own.includes(code) ? '' : (new Intl.DisplayNames([format.language], { type: 'region' }).of(code) ?? code);
  const kindOf = ({ category, country: its, rate, deductible_percent: share }: TaxLine) =>
    [
      category === 'domestic'
        ? format.percent(rate ?? 0)
        : category === 'import'
          ? `${t('taxTable.category.import')} ${format.percent(rate ?? 0)}`
          : t(`taxTable.category.${category}`),
      category === 'none' ? '' : country(its),
      share === 100 ? '' : t('taxTable.share', { share: format.percent(share) }),
    ]
      .filter(Boolean)
      .join(', ');
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
            <td>{kindOf(line)}</td>
            <td>{format.money(line.net, currency)}</td>
            <td>{format.money(line.tax, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
