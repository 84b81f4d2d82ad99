import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useConfirm } from '#ui/use-confirm.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import classes from './CorrectDialog.module.css';

type Props = { invoice: Invoice; onClose: () => void };

/** The ways to correct what was issued, each with what it does. */
export function CorrectDialog({ invoice, onClose }: Props) {
  const { t } = useTranslation('invoices');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { replaceInvoice } = useInvoiceCommands();
  const [seen] = useState(invoice);
  const replacing = useConfirm(async () => {
    const draft = await replaceInvoice(seen);
    showToast({ type: 'success', text: t('toast.replaced', { number: seen.number }) });
    void navigate(`/finance/invoices/${draft.id}/edit`);
  }, onClose);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('correcting.title', { number: seen.number })}
      footer={
        <Button variant="default" onClick={onClose} disabled={replacing.isRunning}>
          {t('cancel.keep')}
        </Button>
      }
    >
      <section className={classes.way}>
        <h3 className={classes.name}>{t('correcting.replace')}</h3>
        <p>{t('correcting.replaceText')}</p>
        {seen.paid_total !== 0 && <p>{t('cancel.textPaid')}</p>}
        {replacing.error !== null && <FormError>{errorText(replacing.error)}</FormError>}
        <Button loading={replacing.isRunning} onClick={() => void replacing.confirm()}>
          {t('correcting.replaceConfirm')}
        </Button>
      </section>
      <section className={classes.way}>
        <h3 className={classes.name}>{t('correcting.lines')}</h3>
        <p>{t('correcting.linesText')}</p>
        <Button component={Link} to={`/finance/invoices/${seen.id}/correct`} variant="default">
          {t('action.correctLines')}
        </Button>
      </section>
    </Dialog>
  );
}
