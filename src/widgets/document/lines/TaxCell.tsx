import { useTranslation } from 'react-i18next';
import type { InvoiceLine } from '#domain/invoices/invoice-form.ts';
import { SMALL_BUSINESS } from '#domain/tax/line-tax.ts';
import { lawInBrackets } from '#domain/tax/small-business-law.ts';
import { taxCategoryName } from '#domain/tax/tax-category-name.ts';
import { type TaxCategory, taxCategoriesIn } from '#domain/tax/tax-category.ts';
import { offeredRates } from '#domain/tax/tax-rates.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './LineEditor.module.css';

/** The seller's country, whose words and rates show, and the day of supply, on which the rates must be in force. */
export type TaxPlace = { readonly country: string; readonly day: string };
type Tax = Pick<InvoiceLine, 'tax_rate' | 'tax_category' | 'exemption_reason'>;
type Props = { tax: Tax; place: TaxPlace; label: string; problem: string | undefined; onChange: (tax: Tax) => void };

const UNSAID = '';
const SMALL = 'E:small';
const rated = (rate: number): string => `S:${rate}`;

function valueOf({ tax_rate, tax_category, exemption_reason }: Tax): string {
  if (tax_category === 'E' && exemption_reason === SMALL_BUSINESS) return SMALL;
  if (tax_category === 'S') return rated(tax_rate ?? 0);
  return tax_category ?? UNSAID;
}

function taxOf(value: string, before: Tax): Tax {
  if (value.startsWith('S:')) return { tax_rate: Number(value.slice(2)), tax_category: 'S', exemption_reason: null };
  const tax_category = (value.slice(0, 2) === 'E:' ? 'E' : value || null) as TaxCategory | null; // an option of this select
  const reason = value === SMALL ? SMALL_BUSINESS : value === 'E' ? before.exemption_reason : null;
  return { tax_rate: 0, tax_category, exemption_reason: reason };
}

/** How a line is taxed: the rates of the day first, below them why there is none. */
export function TaxCell({ tax, place: { country, day }, label, problem, onChange }: Props) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const language = format.language === 'de' ? 'de' : 'en';
  const { own, others } = offeredRates(country, day);
  const value = valueOf(tax);
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
    <select
      className={classes.input}
      data-cell="tax_rate"
      data-figure
      aria-label={label}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      value={value}
      onChange={(event) => onChange(taxOf(event.currentTarget.value, tax))}
    >
      {offered.map(rate)}
      {!isListed && rate(tax.tax_rate ?? 0)}
      {value === UNSAID && <option value={UNSAID}>{t('line.taxUnsaid', { zero })}</option>}
      {value === SMALL && (
        <option value={SMALL}>{t('line.taxOption', { zero, name: t('taxMode.small_business', { law: lawInBrackets(country) }) })}</option>
      )}
      <optgroup label={t('line.untaxed')}>
        {taxCategoriesIn(country)
          .filter((category) => category !== 'S')
          .map((category) => (
            <option key={category} value={category}>
              {t('line.taxOption', { zero, name: taxCategoryName(category, language, country) })}
            </option>
          ))}
      </optgroup>
      <optgroup label={t('line.otherRates')}>{abroad.map(rate)}</optgroup>
    </select>
  );
}
