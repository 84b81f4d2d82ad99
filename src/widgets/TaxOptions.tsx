import { useTranslation } from 'react-i18next';
import { lawInBrackets } from '#domain/tax/small-business-law.ts';
import { taxCategoryName } from '#domain/tax/tax-category-name.ts';
import { type TaxCategory, taxCategoriesIn } from '#domain/tax/tax-category.ts';
import { offeredRates } from '#domain/tax/tax-rates.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { choiceOf, rated, SMALL, type TypedTax, UNSAID } from './tax-choice.ts';

/** The seller's country, whose words and rates show, and the day of supply, on which the rates must be in force. */
export type TaxPlace = { readonly country: string; readonly day: string };
type Props = { tax: TypedTax; place: TaxPlace; without?: readonly TaxCategory[] };

/** The options of a select: the rates of the day first, below them why there is none. */
export function TaxOptions({ tax, place: { country, day }, without = [] }: Props) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const language = format.language === 'de' ? 'de' : 'en';
  const { own, others } = offeredRates(country, day);
  const value = choiceOf(tax);
  const rate = (each: number) => (
    <option key={each} value={rated(each)}>
      {format.percent(each)}
    </option>
  );
  const zero = format.percent(0);
  const offered = own.filter((each) => each > 0);
  const abroad = others.filter((each) => each > 0);
  const isListed = tax.tax_category !== 'S' || [...offered, ...abroad].includes(tax.tax_rate ?? 0);
  return (
    <>
      {offered.map(rate)}
      {!isListed && rate(tax.tax_rate ?? 0)}
      {value === UNSAID && <option value={UNSAID}>{t('line.taxUnsaid', { zero })}</option>}
      {value === SMALL && (
        <option value={SMALL}>{t('line.taxOption', { zero, name: t('taxMode.small_business', { law: lawInBrackets(country) }) })}</option>
      )}
      <optgroup label={t('line.untaxed')}>
        {taxCategoriesIn(country)
          .filter((category) => category !== 'S' && (category === tax.tax_category || !without.includes(category)))
          .map((category) => (
            <option key={category} value={category}>
              {t('line.taxOption', { zero, name: taxCategoryName(category, language, country) })}
            </option>
          ))}
      </optgroup>
      <optgroup label={t('line.otherRates')}>{abroad.map(rate)}</optgroup>
    </>
  );
}
