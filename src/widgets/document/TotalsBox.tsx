import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { printableTax } from '#domain/invoices/printable-tax.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './TotalsBox.module.css';

type Document = Pick<Invoice, 'net_total' | 'gross_total' | 'tax_breakdown' | 'currency' | 'tax_mode' | 'items'> &
  Partial<Pick<Invoice, 'number' | 'seller'>>;

/** Net, tax by rate and total, and why some bears none, as they are printed. */
export function TotalsBox({ document }: { document: Document }) {
  const { t } = useTranslation('invoices');
  const { company } = useCompany();
  const format = useFormat();
  const { number = null, seller = null, currency } = document;
  const country = seller?.country ?? company.settings.company_details.address.country;
  const tax = printableTax({ ...document, number, language: format.language === 'de' ? 'de' : 'en' }, country);
  const money = (amount: number) => format.money(amount, currency);
  return (
    <>
      <dl className={classes.totals}>
        <div>
          <dt>{t('totals.net')}</dt>
          <dd>{money(document.net_total)}</dd>
        </div>
        {tax.isTaxed &&
          tax.byRate.map(({ tax_rate, untaxed, net, tax: amount }) => (
            <div key={untaxed ?? tax_rate}>
              <dt>
                {untaxed === null
                  ? t('totals.tax', { rate: format.percent(tax_rate), net: money(net) })
                  : t('totals.untaxed', { name: untaxed, net: money(net) })}
              </dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
        <div data-strong>
          <dt>{t('totals.total')}</dt>
          <dd>{money(document.gross_total)}</dd>
        </div>
      </dl>
      {tax.notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </>
  );
}
