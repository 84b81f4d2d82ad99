import { useTranslation } from 'react-i18next';
import { claimOf } from '#domain/invoices/claim.ts';
import type { InvoiceTotals } from '#domain/invoices/invoice-totals.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { sumOf } from '#domain/money/money.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import box from '#widgets/document/TotalsBox.module.css';

type Props = { original: Invoice; totals: Pick<InvoiceTotals, 'gross_total' | 'tax_breakdown'> };

/** What the invoice claims before and after, and what is to be paid or goes back then. */
export function CorrectionEffect({ original, totals: made }: Props) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { currency, gross_total, paid_total } = original;
  const money = (amount: number) => format.money(amount, currency);
  const before = sumOf([claimOf(original), 0 - gross_total], currency);
  const claim = sumOf([claimOf(original), made.gross_total], currency);
  const open = sumOf([claim, 0 - paid_total], currency);
  const rows: readonly (readonly [string, number])[] = [
    [t('correct.original'), gross_total],
    ...(before === 0 ? [] : ([[t('correct.before'), before]] as const)),
    [t('correct.this'), made.gross_total],
  ];
  return (
    <dl className={box.totals} aria-live="polite">
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div data-strong>
        <dt>{t('correct.claim')}</dt>
        <dd>{money(claim)}</dd>
      </div>
      {paid_total !== 0 && (
        <div>
          <dt>{t('correct.paid')}</dt>
          <dd>{money(paid_total)}</dd>
        </div>
      )}
      <div>
        <dt>{t(open < 0 ? 'correct.refund' : 'correct.open')}</dt>
        <dd>{money(Math.abs(open))}</dd>
      </div>
    </dl>
  );
}
