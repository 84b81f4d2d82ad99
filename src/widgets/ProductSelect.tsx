import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import { filterDirectory } from '#data/core/directory.ts';
import { useProductCommands } from '#data/invoice-products/use-product-commands.ts';
import { useProducts } from '#data/invoice-products/use-products.ts';
import { can } from '#domain/access/access.ts';
import type { InvoiceProduct, InvoiceProductInput } from '#domain/products/product.ts';
import { taxRatesFor } from '#domain/tax/tax-rates.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useCommand } from '#ui/use-command.ts';
import { RecordSelect } from './RecordSelect.tsx';
import { useUnitWord } from './UnitInput.tsx';

type Props = {
  value: string | null;
  /** Gets the whole product, because a line copies it; null when it was cleared. */
  onChange: (product: InvoiceProduct | null) => void;
  /** What a product made on the spot starts with, e.g. the price that the line already has. */
  draft?: Partial<InvoiceProductInput>;
  /** False inside a table, whose head names the column. */
  hasLabel?: boolean;
  placeholder?: string;
  error?: ReactNode;
  disabled?: boolean;
};
const LIMIT = 50;

/** Chooses a product; a name that is not there yet can be made one on the spot. */
export function ProductSelect({ value, onChange, draft, hasLabel = true, placeholder, error, disabled = false }: Props) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const unitWord = useUnitWord();
  const { ctx, company } = useCompany();
  const { value: products } = useProducts();
  const { createProduct } = useProductCommands();
  const create = useCommand(createProduct);
  // The list of products learns of a new one only a moment later.
  const justMade = useRef<InvoiceProduct | null>(null);
  const optionOf = ({ id, name, unit_price: price, currency, unit }: InvoiceProduct) => ({
    id,
    name,
    hint: [format.price(price, currency), unitWord(unit)].filter(Boolean).join(' / '),
  });
  const selected = value === null ? undefined : products?.byId.get(value);
  const search = (text: string) =>
    products ? filterDirectory(products, { text, show: 'active', sort: 'name' }).slice(0, LIMIT).map(optionOf) : [];
  const productOf = (id: string) => products?.byId.get(id) ?? (justMade.current?.id === id ? justMade.current : null);
  const make = async (name: string) => {
    const { company_details: details, invoice_defaults: defaults, tax } = company.settings;
    const rate = tax.small_business ? 0 : (taxRatesFor(details.address.country).own[0] ?? 0);
    const preset = { description: '', unit: '', unit_price: 0, tax_rate: rate, currency: defaults.default_currency, is_active: true };
    const made = await create.run({ ...preset, ...draft, name });
    justMade.current = made ?? null;
    return made?.id;
  };
  return (
    <RecordSelect
      {...(hasLabel ? { label: t('select.label') } : { ariaLabel: t('select.label') })}
      placeholder={placeholder ?? t('select.placeholder')}
      value={value}
      onChange={(id) => onChange(id === null ? null : productOf(id))}
      selected={selected && optionOf(selected)}
      search={search}
      nothing={t('select.nothing')}
      error={error}
      disabled={disabled}
      {...(can(ctx.access, 'products.create') ? { create: { label: (name: string) => t('select.create', { name }), run: make } } : {})}
    />
  );
}
