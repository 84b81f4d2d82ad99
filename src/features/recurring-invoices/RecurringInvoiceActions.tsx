import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useRecurringInvoiceCommands } from '#data/recurring-invoices/use-recurring-invoice-commands.ts';
import { can } from '#domain/access/access.ts';
import { generationRefusal } from '#domain/recurring/series-steps.ts';
import { invoiceRule } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { showToast } from '#ui/toast.ts';
import { GenerateButton } from '#widgets/recurring/GenerateActions.tsx';
import { MoreMenu } from '#widgets/recurring/MoreMenu.tsx';
import { PauseResume } from '#widgets/recurring/PauseResume.tsx';

const LIST = '/finance/recurring-invoices';

/** What this person may do with this recurring invoice now; the server has the last word. */
export function RecurringInvoiceActions({ item, label }: { item: RecurringInvoice; label: string }) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const commands = useRecurringInvoiceCommands();
  const navigate = useNavigate();
  const rule = invoiceRule(item);
  const mayUpdate = can(ctx.access, 'recurring_invoices.update');
  const generate = async () => {
    const made = await commands.generate(item.id);
    if (made.kind === 'requested') return showToast({ type: 'info', text: t('toast.requested') });
    const text = !made.isNew
      ? t('toast.alreadyGenerated')
      : made.number === null
        ? t('toast.generatedInvoice')
        : t('toast.generatedNumber', { number: made.number });
    const open = { label: t('generate.open'), run: () => void navigate(`/finance/invoices/${made.invoiceId}`) };
    return showToast({ type: 'success', text, action: open });
  };
  const remove = async () => {
    await commands.remove(item.id);
    showToast({ type: 'success', text: t('toast.deleted') });
    void navigate(LIST, { replace: true });
  };
  return (
    <>
      {mayUpdate && (
        <>
          <PauseResume
            label={label}
            isActive={item.is_active}
            rule={rule}
            onPause={() => commands.pause(item.id)}
            onResume={(isMadeUp) => commands.resume({ id: item.id, isMadeUp })}
          />
          <Button variant="default" component={Link} to={`${LIST}/${item.id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
            {t('action.edit')}
          </Button>
        </>
      )}
      {item.generate_requested === null && generationRefusal(item, ctx.access, 'recurring_invoices.generate') === null && (
        <GenerateButton kind="Invoice" next={item.next_generation} rule={rule} onGenerate={generate} />
      )}
      {can(ctx.access, 'recurring_invoices.delete') && <MoreMenu kind="Invoice" label={label} onDelete={remove} />}
    </>
  );
}
