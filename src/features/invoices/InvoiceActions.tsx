import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconCopy,
  IconFileCode,
  IconFileText,
  IconMail,
  IconMailOff,
  IconPencil,
  IconPlus,
  IconReceipt2,
  IconReceiptRefund,
  IconRepeat,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { can } from '#domain/access/access.ts';
import { refundDue } from '#domain/invoices/claim.ts';
import type { Customer } from '#domain/customers/customer.ts';
import {
  cancelRefusal,
  correctRefusal,
  invoiceDeleteRefusal,
  invoiceEditRefusal,
  issueRefusal,
  awaitsPayment,
  mailRefusal,
  sendRefusal,
  withdrawRefusal,
} from '#domain/invoices/invoice-lifecycle.ts';
import { isAwaitingPayment } from '#domain/invoices/invoice-state.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useUndoableDelete } from '#widgets/use-undoable-delete.ts';
import { type Asking, InvoiceDialogs } from './InvoiceDialogs.tsx';
import classes from './InvoiceActions.module.css';

type Props = { invoice: Invoice; /** Undefined while the customers are read. */ customer: Customer | null | undefined };

/** What this person may do with this invoice now; the server has the last word. */
export function InvoiceActions({ invoice, customer }: Props) {
  const { t } = useTranslation('invoices');
  const { t: tMail } = useTranslation('mail');
  const { ctx } = useCompany();
  const [asking, setAsking, close] = useAsking(invoice);
  const withdraw = useCommand(useInvoiceCommands().withdrawReady);
  useNumberToast(invoice);
  const takeBack = async () => {
    if (await withdraw.run(invoice)) showToast({ type: 'success', text: t('toast.withdrawn') });
  };
  const mayEdit = invoiceEditRefusal(invoice, ctx.access) === null && invoice.status === 'draft';
  return (
    <>
      <Button variant="default" leftSection={<IconFileText size={16} aria-hidden />} onClick={() => setAsking('pdf')}>
        {t('action.pdf')}
      </Button>
      {mayEdit && (
        <Button
          variant="default"
          component={Link}
          to={`/finance/invoices/${invoice.id}/edit`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('action.edit')}
        </Button>
      )}
      {withdrawRefusal(invoice, ctx.access) === null && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={withdraw.isRunning}
          onClick={() => void takeBack()}
        >
          {t('action.withdraw')}
        </Button>
      )}
      {issueRefusal(invoice, ctx.access) === null && (
        <Button className={classes.first} leftSection={<IconSend size={16} aria-hidden />} onClick={() => setAsking('issue')}>
          {t('action.issue')}
        </Button>
      )}
      {awaitsPayment(invoice) && can(ctx.access, 'payments.create') && (
        <Button className={classes.first} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking('payment')}>
          {t('action.recordPayment')}
        </Button>
      )}
      {refundDue(invoice) > 0 && can(ctx.access, 'payments.create') && (
        <Button className={classes.first} leftSection={<IconReceiptRefund size={16} aria-hidden />} onClick={() => setAsking('payment')}>
          {t('action.refund')}
        </Button>
      )}
      {mailRefusal(invoice, ctx.access) === null && (
        <Button
          variant={invoice.delivery === 'sent' ? 'default' : 'filled'}
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => setAsking('send')}
        >
          {tMail('send.action')}
        </Button>
      )}
      <More invoice={invoice} onAsk={setAsking} />
      {customer !== undefined && <InvoiceDialogs invoice={invoice} customer={customer} asking={asking} onClose={close} />}
    </>
  );
}

/** The dialog that is open; `?ask=send` or `?ask=issue` in the address opens the one for mail or for issuing, once. */
function useAsking(invoice: Invoice) {
  const { ctx } = useCompany();
  const [params, setParams] = useSearchParams();
  const isSending = params.get('ask') === 'send' && mailRefusal(invoice, ctx.access) === null;
  const isIssuing = params.get('ask') === 'issue' && issueRefusal(invoice, ctx.access) === null;
  const [asking, setAsking] = useState<Asking>(isSending ? 'send' : isIssuing ? 'issue' : null);
  const close = () => {
    setAsking(null);
    if (params.has('ask')) setParams({}, { replace: true });
  };
  return [asking, setAsking, close] as const;
}

/** Tells when the number that was waited for on this page has come. */
function useNumberToast({ number }: Invoice): void {
  const { t } = useTranslation('invoices');
  const before = useRef(number);
  useEffect(() => {
    if (before.current === null && number !== null) showToast({ type: 'success', text: t('toast.issued', { number }) });
    before.current = number;
  }, [number, t]);
}

function More({ invoice, onAsk }: { invoice: Invoice; onAsk: (asking: Asking) => void }) {
  const { t } = useTranslation('invoices');
  const { t: tRecurring } = useTranslation('recurring');
  const { ctx } = useCompany();
  const navigate = useNavigate();
  const commands = useInvoiceCommands();
  const [duplicate, send] = [useCommand(commands.duplicateInvoice), useCommand(commands.markSent)];
  const copy = async () => {
    const made = await duplicate.run(invoice.id);
    if (!made) return;
    showToast({ type: 'success', text: t('toast.duplicated') });
    void navigate(`/finance/invoices/${made.id}/edit`);
  };
  const deleteRecord = useUndoableDelete('invoices');
  const remove = useCommand(async () => {
    await deleteRecord({ id: invoice.id, remove: commands.deleteDraft, text: t('toast.deleted') });
    void navigate('/finance/invoices', { replace: true });
  });
  const isSent = invoice.delivery === 'sent';
  const toggleSent = async () => {
    if (await send.run({ id: invoice.id, isSent: !isSent }))
      showToast({ type: 'success', text: t(isSent ? 'toast.notSent' : 'toast.sent') });
  };
  return (
    <MoreMenu label={t('action.more')}>
      <Menu.Item leftSection={<IconFileCode size={16} aria-hidden />} onClick={() => onAsk('e_invoice')}>
        {t('action.eInvoice')}
      </Menu.Item>
      {isAwaitingPayment(invoice) && (
        <Menu.Item leftSection={<IconReceipt2 size={16} aria-hidden />} onClick={() => onAsk('payment_slip')}>
          {t('action.paymentSlip')}
        </Menu.Item>
      )}
      {sendRefusal(invoice, ctx.access) === null && (
        <Menu.Item
          leftSection={isSent ? <IconMailOff size={16} aria-hidden /> : <IconMail size={16} aria-hidden />}
          onClick={() => void toggleSent()}
        >
          {t(isSent ? 'action.markNotSent' : 'action.markSent')}
        </Menu.Item>
      )}
      {can(ctx.access, 'invoices.create') && invoice.document_type === 'invoice' && (
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {t('action.duplicate')}
        </Menu.Item>
      )}
      {can(ctx.access, 'recurring_invoices.create') && invoice.document_type === 'invoice' && (
        <Menu.Item
          component={Link}
          to={`/finance/recurring-invoices/create?invoice=${invoice.id}`}
          leftSection={<IconRepeat size={16} aria-hidden />}
        >
          {tRecurring('action.makeRecurring')}
        </Menu.Item>
      )}
      {correctRefusal(invoice, ctx.access) === null && (
        <Menu.Item leftSection={<IconReceiptRefund size={16} aria-hidden />} onClick={() => onAsk('correct')}>
          {t('action.correct')}
        </Menu.Item>
      )}
      {cancelRefusal(invoice, ctx.access) === null && (
        <Menu.Item color="red" leftSection={<IconBan size={16} aria-hidden />} onClick={() => onAsk('cancel')}>
          {t('action.cancel')}
        </Menu.Item>
      )}
      {invoiceDeleteRefusal(invoice, ctx.access) === null && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove.run()}>
          {t('action.delete')}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}
