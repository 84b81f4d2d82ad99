import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useOwnNumbers } from '#data/invoices/use-number-leases.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import { isCancellationWaiting, replacedId } from '#domain/invoices/replacement.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { leaseObstacle } from '#domain/invoices/leased-issue.ts';
import { leasedNumber } from '#domain/numbering/number-lease.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

/** Where the number comes from: the server's next one, or without a connection one that this device took along. */
export function HowNumbered({ invoice, isOffline }: { invoice: Invoice; isOffline: boolean }) {
  const { t } = useTranslation('invoices');
  const { company, ctx } = useCompany();
  const format = useFormat();
  const kept = useOwnNumbers();
  const { value: replaced } = useInvoice(replacedId(invoice.id));
  const own = invoice.document_type === 'invoice' && !isCancellationWaiting(replaced) ? kept : null;
  const today = ctx.today();
  const day = format.day(today);
  if (!isOffline) return <p>{t('issue.text', { day })}</p>;
  const obstacle = own && leaseObstacle({ invoice, company, isCompanyChanged: own.isCompanyChanged, lease: own.lease, today });
  if (own && obstacle === null) {
    const number = leasedNumber(own.lease, Math.min(...own.lease.unused), today);
    return (
      <>
        <p>{t('issue.leased', { number, day })}</p>
        <p>{t('issue.leasedLeft', { count: own.lease.unused.length - 1 })}</p>
      </>
    );
  }
  return (
    <>
      <p>{t('issue.text', { day })}</p>
      <p>
        {obstacle && t(`issue.obstacle.${obstacle}`)} {t('issue.offline')}
      </p>
    </>
  );
}
