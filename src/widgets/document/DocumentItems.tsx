import { useTranslation } from 'react-i18next';
import { unitText } from '#domain/documents/document-text.ts';
import { useCompany } from '#data/core/company-context.ts';
import { printableTax } from '#domain/invoices/printable-tax.ts';
import { lineNet } from '#domain/invoices/invoice-totals.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './DocumentItems.module.css';

/** The lines as they stand in the document. */
export function DocumentItems({
  document,
}: {
  document: Pick<Invoice, 'items' | 'currency' | 'tax_mode'> & Partial<Pick<Invoice, 'number'>>;
}) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { company } = useCompany();
  const asPrinted = { ...document, number: document.number ?? null, language: 'en' as const, tax_breakdown: [] };
  const tax = printableTax(asPrinted, company.settings.company_details.address.country);
  const hasTax = tax.isTaxed;
  const hasDiscount = document.items.some((item) => item.discount_percent !== 0);
  const items = document.items.toSorted((a, b) => a.position - b.position);
  return (
    <div className={classes.scroll}>
      <table className={classes.items}>
        <thead>
          <tr>
            <th scope="col">{t('line.description')}</th>
            <th scope="col" data-figure>
              {t('line.quantity')}
            </th>
            <th scope="col" data-figure>
              {t('line.unit_price')}
            </th>
            {hasDiscount && (
              <th scope="col" data-figure>
                {t('line.discount_percent')}
              </th>
            )}
            {hasTax && (
              <th scope="col" data-figure>
                {t('line.tax_rate')}
              </th>
            )}
            <th scope="col" data-figure>
              {t('line.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, i) => {
            const [title = '', ...more] = item.description.split('\n');
            const count =
              `${format.number(item.quantity)} ${unitText(item.unit, item.quantity, format.language === 'de' ? 'de' : 'en')}`.trim();
            const discount = item.discount_percent === 0 ? '' : format.percent(item.discount_percent);
            const taxed = hasTax ? `${format.percent(tax.rates[i] ?? 0)} ${tax.marks[i] ?? ''}`.trim() : '';
            return (
              <tr key={item.id}>
                <td>
                  <span className={classes.itemTitle}>{title}</span>
                  {more.length > 0 && <span className={classes.itemMore}>{more.join('\n')}</span>}
                </td>
                <td data-figure data-quiet>
                  {count}
                </td>
                <td data-figure data-price title={count}>
                  <PriceOf count={count} price={format.price(item.unit_price, document.currency)} more={[discount, taxed]} />
                </td>
                {hasDiscount && (
                  <td data-figure data-quiet>
                    {discount}
                  </td>
                )}
                {hasTax && (
                  <td data-figure data-quiet>
                    {taxed}
                  </td>
                )}
                <td data-figure>{format.money(lineNet(item, document.currency), document.currency)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type PriceProps = { count: string; price: string; more: readonly [discount: string, tax: string] };

/** On a phone one phrase says how much of what, and how it is taxed: "7.5 h × €95.00 · −10% · 0% (1)". */
function PriceOf({ count, price, more: [discount, tax] }: PriceProps) {
  const rest = [discount && `−${discount}`, tax].filter((part) => part !== '').map((part) => ` · ${part}`);
  return (
    <>
      <span className={classes.onPhone}>{`${count} × `}</span>
      {price}
      <span className={classes.onPhone}>{rest.join('')}</span>
    </>
  );
}
