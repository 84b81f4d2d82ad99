import { Menu } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { can } from '#domain/access/access.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { RowMenu } from '#ui/RowMenu.tsx';
import { InvoiceStatusBadge } from '#widgets/InvoiceStatusBadge.tsx';
import type { Bulk } from '#widgets/use-bulk.ts';

type Props = { invoice: Invoice; runOn: Bulk<Invoice>['runOn'] };

/** How far the invoice is; whether it was sent is noted in place. */
export function InvoiceStatusCell({ invoice, runOn }: Props) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { markSent } = useInvoiceCommands();
  const badge = <InvoiceStatusBadge invoice={invoice} />;
  if (invoice.number === null || !can(ctx.access, 'invoices.send')) return badge;
  const isSent = invoice.delivery === 'sent';
  const mark = () => void runOn(invoice, ({ id }) => markSent({ id, isSent: !isSent }));
  return (
    <RowMenu
      label={t('row.delivery', { number: invoice.number, delivery: t(`delivery.${invoice.delivery}`) })}
      letter="s"
      items={() => (
        <>
          <Menu.Label>{t(`delivery.${invoice.delivery}`)}</Menu.Label>
          <Menu.Item leftSection={isSent ? <IconMailOff size={16} aria-hidden /> : <IconMail size={16} aria-hidden />} onClick={mark}>
            {t(isSent ? 'action.markNotSent' : 'action.markSent')}
          </Menu.Item>
        </>
      )}
    >
      {badge}
    </RowMenu>
  );
}
