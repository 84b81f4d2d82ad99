import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type DirectoryName, directories } from '#domain/directories.ts';
import { useCompany } from '#data/core/company-context.ts';
import { SMALL_BUSINESS } from '#domain/tax/line-tax.ts';
import { taxCategoryName } from '#domain/tax/tax-category-name.ts';
import { sumOf, taxOnNet } from '#domain/money/money.ts';
import { type InvoiceProduct, productTax } from '#domain/products/product.ts';
import type { FieldPlace } from '#domain/shared/directory-pages.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useUnitWord } from '#widgets/UnitInput.tsx';
import { type Entry, textOf } from './page-props.ts';
import { useFieldText } from './use-field-text.ts';

type Fact = { readonly label: string; readonly value: ReactNode };

/** What a page says of an entry, line by line. */
export function useFacts(name: DirectoryName, fields: readonly FieldPlace[]): (record: Entry) => Fact[] {
  const { t } = useTranslation(directories[name].texts);
  const { t: tVendors } = useTranslation('vendors');
  const fieldText = useFieldText(name);
  const priceFacts = usePriceFacts();
  return (record) =>
    fields.flatMap(({ field, kind, isOptional }) => {
      if (kind === 'price') return priceFacts(record as InvoiceProduct);
      const text = fieldText(record, field, kind);
      if (isOptional && text === '') return [];
      const label = kind === 'address' ? tVendors('section.address') : t(`field.${field}` as 'field.name');
      return [{ label, value: text !== '' && (kind === 'email' || kind === 'phone') ? linked(kind, textOf(record, field)) : text }];
    });
}

const linked = (kind: 'email' | 'phone', text: string): ReactNode => (
  <Anchor href={kind === 'email' ? `mailto:${text}` : `tel:${text.replace(/[^+\d]/g, '')}`}>{text}</Anchor>
);

/** A net price, its tax, and what both come to. */
function usePriceFacts(): (product: InvoiceProduct) => Fact[] {
  const { t } = useTranslation('products');
  const format = useFormat();
  const unitWord = useUnitWord();
  const { company } = useCompany();
  const language = format.language === 'de' ? 'de' : 'en';
  return ({ unit_price: net, currency, unit, ...product }) => {
    const { tax_rate: rate, tax_category: category, exemption_reason: reason } = productTax(product);
    const { country } = company.settings.company_details.address;
    const why = category && category !== 'S' ? taxCategoryName(category, language, country) : '';
    const price = format.price(net, currency);
    const gross = format.money(sumOf([net, taxOnNet(net, rate, currency)], currency), currency);
    return [
      { label: t('field.unit_price'), value: unit === '' ? price : t('perUnit', { price, unit: unitWord(unit) }) },
      { label: t('field.tax_rate'), value: why ? t('untaxed', { zero: format.percent(0), why }) : format.percent(rate) },
      ...(reason && reason !== SMALL_BUSINESS ? [{ label: t('field.exemption_reason'), value: reason }] : []),
      ...(rate === 0 ? [] : [{ label: t('field.gross'), value: gross }]),
    ];
  };
}
