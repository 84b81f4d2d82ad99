import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useMailCommands } from '#data/mail/use-waiting-mails.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { AppError } from '#domain/errors.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { addressesOf } from '#domain/mail/mail-addresses.ts';
import { MORE_PDFS_MAX } from '#domain/mail/mail-settings.ts';
import { nextMailKind, openByText, takesSlip } from '#domain/mail/mail-kind.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import fields from '#widgets/Fields.module.css';
import { useMailRefusal } from '#widgets/use-mail-refusal.ts';
import classes from './SendDialog.module.css';
import { LogoMissing } from './LogoMissing.tsx';
import { useDocumentFile } from '#widgets/document/use-document-file.ts';
import { useWantedEInvoice } from './use-e-invoice.ts';
import { mailFormSchema, type MailFormValues } from './mail-form.ts';
import { MailFields } from './MailFields.tsx';
import { NoteAttachments } from './NoteAttachments.tsx';
import { useMailFiles } from './use-mail-files.ts';
import { useMailText } from './use-mail-text.ts';
import { useLacksLogo, usePrintable } from './use-printable.ts';

type Props = {
  invoice: Invoice;
  customer: Customer | null;
  /** The document whose mail follows. */
  next: Invoice | null;
  onClose: () => void;
  onSent: () => void;
};

/** The document by mail, in the company's words, which can still be changed. The server marks it as sent. */
export function SendDialog(props: Props) {
  const { invoice, customer, onClose } = props;
  const { t } = useTranslation('mail');
  const text = useMailText(invoice, customer);
  if (!text)
    return (
      <Dialog isOpen onClose={onClose} title={t('send.title', { number: invoice.number ?? '' })} size="md">
        {null}
      </Dialog>
    );
  return <OpenSendDialog {...props} text={text} />;
}

function OpenSendDialog({
  invoice,
  customer,
  next,
  onClose,
  onSent,
  text,
}: Props & { text: { subject: string; body: string; isOwnMissing: boolean } }) {
  const { t } = useTranslation('mail');
  const { t: tCommon } = useTranslation();
  const { ctx } = useCompany();
  const isOffline = useIsOffline();
  const printable = usePrintable(invoice, 'document');
  const made = useDocumentFile(printable, 0);
  const [isWithoutLogo, setWithoutLogo] = useState(false);
  const isWaiting = useLacksLogo(invoice) && !isWithoutLogo;
  const mailFiles = useMailFiles();
  const wanted = useWantedEInvoice(invoice, customer);
  const format = wanted?.problems.length === 0 ? wanted.format : null;
  const file = made.kind === 'ready' ? made.file : null;
  const [kind] = useState(() => nextMailKind(invoice, ctx.today()));
  const slip = usePrintable(invoice, 'payment_slip');
  const hasSlip = slip !== undefined && takesSlip(kind);
  const [notes, setNotes] = useState<readonly PrintableDocument[]>([]);
  const { send } = useMailCommands();
  const id = useId();
  const refusal = useMailRefusal();
  const { form, formProps, formError, isSubmitting } = useRecordForm<MailFormValues>({
    initialValues: { to: invoice.buyer?.email || customer?.email || '', cc: '', subject: text.subject, body: text.body },
    schema: mailFormSchema,
    submit: async ({ to, cc, subject, body }) => {
      if (!printable) return;
      // Pressed while it is made anew: a press is never without an answer.
      const attachments = await mailFiles({ printable, made: file, wanted, more: [...(hasSlip ? [slip] : []), ...notes] });
      const mail = { invoice_id: invoice.id, number: invoice.number ?? '', channel: 'mail', kind, level: null, reminder: null } as const;
      const people = { to: addressesOf(to), cc: addressesOf(cc) };
      const fate = await send({ ...mail, ...people, subject, body, open: openByText(invoice), attachments }, isOffline);
      if (fate.kind === 'stopped') throw new AppError('invalid_input', { reason: fate.reason, detail: fate.detail });
      showToast(fate.kind === 'left' ? { type: 'success', text: t('send.sent', { to }) } : { text: t('send.queued') });
      onSent();
    },
    describe: refusal,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('send.title', { number: invoice.number ?? '' })}
      size="md"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {tCommon('action.cancel')}
          </Button>
          <Button type="submit" form={id} loading={isSubmitting} disabled={!printable || isWaiting}>
            {t(isOffline ? 'send.submitLater' : 'send.submit')}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps}>
        <div className={classes.fields}>
          <FormError>{formError}</FormError>
          {isOffline && <p className={fields.hint}>{t('send.offline')}</p>}
          {isWaiting && <LogoMissing onGoOn={() => setWithoutLogo(true)} />}
          <MailFields inputProps={form.getInputProps} />
          {text.isOwnMissing && <p className={`${fields.hint} ${fields.warning}`}>{t('send.ownTextsMissing')}</p>}
          {hasSlip && <p className={fields.hint}>{t('send.withSlip')}</p>}
          {next && <p className={fields.hint}>{t('send.next', { number: next.number ?? '' })}</p>}
          {format && <p className={fields.hint}>{t(format === 'zugferd' ? 'send.withData' : 'send.withXml')}</p>}
          <NoteAttachments invoice={invoice} max={MORE_PDFS_MAX - (hasSlip ? 1 : 0)} onChange={setNotes} />
          <p className={fields.hint} role="status">
            {file ? t('send.attachment', { name: file.name }) : t(made.kind === 'failed' ? 'send.failed' : 'send.making')}
          </p>
        </div>
      </form>
    </Dialog>
  );
}
