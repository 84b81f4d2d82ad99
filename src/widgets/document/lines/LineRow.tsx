import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Directory } from '#data/directory/directory.ts';
import { itemOfProduct } from '#domain/invoices/invoice-draft.ts';
import { type InvoiceLine, type LineField, pricedLine } from '#domain/invoices/invoice-form.ts';
import { lineNet } from '#domain/invoices/invoice-totals.ts';
import { QUANTITY_MAX } from '#domain/invoices/invoice.ts';
import { currencyExponent } from '#domain/money/currency-codes.ts';
import type { InvoiceProduct } from '#domain/products/product.ts';
import { AMOUNT_MAX } from '#domain/shared/fields.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { SMALL_BUSINESS } from '#domain/tax/line-tax.ts';
import { ReasonCell } from './ReasonCell.tsx';
import type { TaxPlace } from '#widgets/TaxOptions.tsx';
import { TaxCell } from './TaxCell.tsx';
import { UnitCell } from './UnitCell.tsx';
import { DescriptionCell } from './DescriptionCell.tsx';
import { FigureCell } from './FigureCell.tsx';
import classes from './LineEditor.module.css';

export type RowProps = {
  line: InvoiceLine;
  position: number;
  isLast: boolean;
  currency: string;
  /** Null for a company without VAT. */
  place: TaxPlace | null;
  problems: Partial<Record<LineField, string>> | undefined;
  products: Directory<InvoiceProduct> | undefined;
  onChange: (id: string, patch: Partial<InvoiceLine>) => void;
  onPicked: (id: string) => void;
  onMove: (id: string, step: number) => void;
  onRemove: (id: string) => void;
};

const PERCENT = { decimals: { min: 0, max: 3 }, range: { min: 0, max: 100 } };
const QUANTITY = { decimals: { min: 0, max: 4 }, range: { min: -QUANTITY_MAX, max: QUANTITY_MAX } };

/** One line: a row of a table on wide screens, a card on phones. */
export const LineRow = memo(function LineRow(props: RowProps) {
  const { line, position, currency, place, problems = {}, products, onChange, onPicked } = props;
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const name = (field: LineField) => t('line.label', { field: t(`line.${field}`), position });
  const change = (patch: Partial<InvoiceLine>) => onChange(line.id, patch);
  const pick = (product: InvoiceProduct) => {
    const { description, unit, unit_price, product_id, tax_rate, tax_category, exemption_reason } = itemOfProduct(product, {
      id: line.id,
      position,
    });
    // Where a line bears no tax because of its customer, a product knows nothing about that.
    const tax = line.tax_category === null || line.tax_category === 'S' ? { tax_rate, tax_category, exemption_reason } : {};
    change({ description, unit, ...tax, product_id, unit_price: product.currency === currency ? unit_price : line.unit_price });
    onPicked(line.id);
  };
  const figure = (field: 'quantity' | 'discount_percent', kind: typeof PERCENT) => (
    <FigureCell
      field={field}
      label={name(field)}
      value={line[field]}
      onChange={(value) => change({ [field]: value })}
      problem={problems[field]}
      {...kind}
    />
  );
  return (
    <li className={classes.row} data-line={line.id} aria-label={t('line.of', { position })}>
      <Cell area="description" label={t('line.description')}>
        <DescriptionCell
          value={line.description}
          label={name('description')}
          products={products}
          problem={problems.description}
          onChange={(description) => change({ description })}
          onPick={pick}
        />
      </Cell>
      <Cell area="quantity" label={t('line.quantity')}>
        {figure('quantity', QUANTITY)}
      </Cell>
      <Cell area="unit" label={t('line.unit')}>
        <UnitCell label={name('unit')} value={line.unit} onChange={(unit) => change({ unit })} />
      </Cell>
      <Cell area="price" label={t('line.unit_price')}>
        <FigureCell
          field="unit_price"
          label={name('unit_price')}
          value={line.unit_price}
          onChange={(unit_price) => change({ unit_price })}
          decimals={{ min: currencyExponent(currency), max: 4 }}
          range={{ min: -AMOUNT_MAX, max: AMOUNT_MAX }}
          problem={problems.unit_price}
        />
      </Cell>
      <Cell area="discount" label={t('line.discount_percent')}>
        {figure('discount_percent', PERCENT)}
      </Cell>
      {place && (
        <Cell area="tax" label={t('line.tax_rate')}>
          <TaxCell tax={line} place={place} label={name('tax_rate')} problem={problems.tax_rate} onChange={change} />
        </Cell>
      )}
      <Cell area="total" label={t('line.total')}>
        <output className={classes.total}>{format.money(lineNet(pricedLine(line), currency), currency)}</output>
      </Cell>
      <RowActions {...props} />
      {place && line.tax_category === 'E' && line.exemption_reason !== SMALL_BUSINESS && (
        <ReasonCell
          value={line.exemption_reason ?? ''}
          country={place.country}
          label={t('line.label', { field: t('line.exemption_reason'), position })}
          onChange={(exemption_reason) => change({ exemption_reason })}
        />
      )}
    </li>
  );
});

function Cell({ area, label, children }: { area: string; label: string; children: ReactNode }) {
  return (
    <div className={classes.cell} data-area={area}>
      <span className={classes.cellLabel} aria-hidden>
        {label}
      </span>
      {children}
    </div>
  );
}

/** Not in the Tab order: the keyboard has its own, faster ways, and eight stops per line are enough. */
function RowActions({ line, position, isLast, onMove, onRemove }: RowProps) {
  const { t } = useTranslation('invoices');
  return (
    <div className={classes.actions}>
      <ActionIcon tabIndex={-1} disabled={position === 1} aria-label={t('line.up', { position })} onClick={() => onMove(line.id, -1)}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon tabIndex={-1} disabled={isLast} aria-label={t('line.down', { position })} onClick={() => onMove(line.id, 1)}>
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon tabIndex={-1} aria-label={t('line.remove', { position })} onClick={() => onRemove(line.id)}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
