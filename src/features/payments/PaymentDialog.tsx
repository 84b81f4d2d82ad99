import { Anchor, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import type { JoinedPayment } from '#data/payments/payments.queries.ts';
import { usePaymentCommands } from '#data/payments/use-payment-commands.ts';
import { can } from '#domain/access/access.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { showToast } from '#ui/toast.ts';
import { PaymentFacts } from '#widgets/PaymentFacts.tsx';
import { RecordPaymentDialog } from '#widgets/RecordPaymentDialog.tsx';

type Props = { joined: JoinedPayment; onClose: () => void };

/** One payment: to change and delete for who may, to read for everybody else. */
export function PaymentDialog({ joined: { payment, invoice }, onClose }: Props) {
  const { t } = useTranslation('payments');
  const { ctx } = useCompany();
  const [isDeleting, setDeleting] = useState(false);
  const remove = can(ctx.access, 'payments.delete') && (
    <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(true)}>
      {t('action.delete')}
    </Button>
  );
  const toInvoice = invoice && (
    <Anchor component={Link} to={`/finance/invoices/${invoice.id}`}>
      {t('action.openInvoice', { number: invoice.number })}
    </Anchor>
  );
  if (isDeleting) return <DeleteDialog payment={payment} onClose={onClose} />;
  if (invoice && can(ctx.access, 'payments.update'))
    return (
      <RecordPaymentDialog invoice={invoice} payment={payment} onClose={onClose} extraAction={remove}>
        {toInvoice}
      </RecordPaymentDialog>
    );
  return (
    <Dialog isOpen onClose={onClose} size="md" title={t('dialog.view')} footer={remove}>
      <PaymentFacts payment={payment} />
      {toInvoice}
    </Dialog>
  );
}

function DeleteDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { deletePayment } = usePaymentCommands();
  const [seen] = useState(payment);
  const remove = async (reason: string) => {
    await deletePayment({ seen, reason });
    showToast({ type: 'success', text: t('toast.deleted') });
  };
  return (
    <ReasonDialog
      title={t('delete.title')}
      label={t('delete.label')}
      placeholder={t('delete.placeholder')}
      hint={t('delete.hint')}
      confirmLabel={t('delete.confirm')}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}
