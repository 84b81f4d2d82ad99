import { useTranslation } from 'react-i18next';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { TaxMode } from '#domain/tax/tax-mode.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './TotalsBox.module.css';

type Totals = Pick<Invoice, 'net_total' | 'gross_total' | 'tax_breakdown'>;
type Props = { totals: Totals; currency: string; taxMode: TaxMode };

/** Net, tax by rate and total, as they are printed. */
export function TotalsBox({ totals, currency, taxMode }: Props) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const money = (amount: number) => format.money(amount, currency);
  return (
    <>
      <dl className={classes.totals}>
        <div>
          <dt>{t('totals.net')}</dt>
          <dd>{money(totals.net_total)}</dd>
        </div>
        {taxMode === 'standard' &&
          totals.tax_breakdown.map(({ tax_rate, net, tax }) => (
            <div key={tax_rate}>
              <dt>{t('totals.tax', { rate: format.percent(tax_rate), net: money(net) })}</dt>
              <dd>{money(tax)}</dd>
            </div>
          ))}
        <div data-strong>
          <dt>{t('totals.total')}</dt>
          <dd>{money(totals.gross_total)}</dd>
        </div>
      </dl>
      {taxMode !== 'standard' && <p className={classes.note}>{t(`taxNote.${taxMode}`)}</p>}
    </>
  );
}
