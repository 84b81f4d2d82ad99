import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useOwnNumbers } from '#data/invoices/use-number-leases.ts';
import { type IssuePlan, leasedShare } from '#domain/invoices/issue-plan.ts';
import { NO_TOTALS, withAmounts } from '#domain/money/currency-totals.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useTotalsText } from '#widgets/list/use-totals-text.ts';
import { CompanyRow, HeldRow, NamedRow, Rows } from './HeldRows.tsx';
import classes from './IssueMany.module.css';

type Props = { plan: IssuePlan; isOffline: boolean };

/** What is issued, how it gets its numbers, and what is left out and why. */
export function PlanPart({ plan: { ready, withoutEInvoice, held, company, others }, isOffline }: Props) {
  const { t } = useTranslation('issueMany');
  const totalsText = useTotalsText();
  const amounts = ready.map(({ invoice: { gross_total, currency } }) => ({ amount: gross_total, currency }));
  const left = held.length + company.count;
  return (
    <div className={classes.parts}>
      {ready.length > 0 && (
        <>
          <p className={classes.figures}>
            <strong>{t('ready', { count: ready.length })}</strong> {totalsText(withAmounts(NO_TOTALS, amounts))}
          </p>
          <Numbers ready={ready} isOffline={isOffline} />
        </>
      )}
      {left > 0 && (
        <Rows title={t('held', { count: left })} isOpen>
          {company.problems.length > 0 && <CompanyRow {...company} />}
          {held.map((each) => (
            <HeldRow key={each.invoice.id} held={each} />
          ))}
        </Rows>
      )}
      {withoutEInvoice.length > 0 && (
        <Rows title={t('withoutEInvoice', { count: withoutEInvoice.length })}>
          {withoutEInvoice.map((invoice) => (
            <NamedRow key={invoice.id} invoice={invoice} />
          ))}
        </Rows>
      )}
      {others > 0 && <p className={classes.dimmed}>{t('others', { count: others })}</p>}
    </div>
  );
}

/** Where the numbers come from: the server's next ones, or without a connection those that this device took along, as far as they reach. */
function Numbers({ ready, isOffline }: { ready: IssuePlan['ready']; isOffline: boolean }) {
  const { t } = useTranslation('issueMany');
  const { t: tInvoices } = useTranslation('invoices');
  const { ctx } = useCompany();
  const format = useFormat();
  const own = useOwnNumbers();
  const today = ctx.today();
  const day = format.day(today);
  if (!isOffline) return <p>{t('text', { day, count: ready.length })}</p>;
  const share = own ? leasedShare(ready, { ...own, today }) : { count: 0, obstacle: null };
  const waiting = ready.length - share.count;
  // How many there are was just said.
  const obstacle = share.obstacle === 'no_numbers' && share.count > 0 ? null : share.obstacle;
  return (
    <>
      {own && share.count > 0 && (
        <p>
          {t('leased', { count: share.count, day })} {t('leasedThere', { count: own.lease.unused.length })}
        </p>
      )}
      {waiting > 0 && (
        <p>
          {obstacle && tInvoices(`issue.obstacle.${obstacle}`)} {t('waiting', { count: waiting })}
        </p>
      )}
    </>
  );
}
