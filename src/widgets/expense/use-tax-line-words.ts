import { useTranslation } from 'react-i18next';
import { safeParse } from 'zod/mini';
import { useCompany } from '#data/core/company-context.ts';
import { type TaxLine, taxLineSchema } from '#domain/expenses/tax-line.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

/** The lines of a receipt's tax table in words: what a line bears, and all that it says. */
export function useTaxLineWords() {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { company } = useCompany();
  const own = ['', company.settings.company_details.address.country];
  const country = (code: string) =>
    own.includes(code) ? '' : (new Intl.DisplayNames([format.language], { type: 'region' }).of(code) ?? code);

  /** `19 %`, or `Reverse charge, France`. */
  const kind = ({ category, country: its, rate, deductible_percent: share }: TaxLine): string =>
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

  /** All that a stored line says, `19 %: 10.00 € + 1.90 €`; null for what is none. Without a currency amounts are bare numbers. */
  const words = (given: unknown, currency: string): string | null => {
    const { data: line } = safeParse(taxLineSchema, given);
    if (!line) return null;
    const amount = (value: number) => (currency ? format.money(value, currency) : format.number(value, 2));
    return `${kind(line)}: ${line.tax === 0 ? amount(line.net) : `${amount(line.net)} + ${amount(line.tax)}`}`;
  };
  return { kind, words };
}
