import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useMailCommands } from '#data/mail/use-waiting-mails.ts';
import { attachmentOf } from '#data/mail/waiting-mails.ts';
import type { DeliveryNote, DeliveryNoteInput } from '#domain/delivery-notes/delivery-note.ts';
import { AppError } from '#domain/errors.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { deliveryMail } from '#domain/mail/delivery-mail.ts';
import { addressesOf } from '#domain/mail/mail-addresses.ts';
import { formatDay } from '#platform/i18n/format.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { useDocumentFile, useMakeFile } from '#widgets/document/use-document-file.ts';
import fields from '#widgets/Fields.module.css';
import { useMailRefusal } from '#widgets/use-mail-refusal.ts';
import { LogoMissing } from './LogoMissing.tsx';
import { mailFormSchema, type MailFormValues } from './mail-form.ts';
import { MailFields } from './MailFields.tsx';
import classes from './SendDialog.module.css';
import { usePrintableNote } from './use-printable-note.ts';

type Props = { note: DeliveryNote; input: DeliveryNoteInput; invoice: Invoice | null; onClose: () => void };

/** A delivery note by mail, in the language of the note. Without a connection it waits on this device. */
export function DeliveryNoteSendDialog({ note, input, invoice, onClose }: Props) {
  const { t } = useTranslation('mail');
  const { t: tCommon } = useTranslation();
  const { company } = useCompany();
  const isOffline = useIsOffline();
  const { value: customers } = useDirectory('customers');
  const { printable, lacksLogo } = usePrintableNote(note, invoice);
  const made = useDocumentFile(printable, 0);
  const makeFile = useMakeFile();
  const [isWithoutLogo, setWithoutLogo] = useState(false);
  const isWaiting = lacksLogo && !isWithoutLogo;
  const { send } = useMailCommands();
  const id = useId();
  const refusal = useMailRefusal();
  const number = note.number ?? '';
  const text = deliveryMail(note.language, { number, date: formatDay(note.delivery_date, note.language), company: company.name });
  const email = note.buyer?.email || customers?.byId.get(note.customer_id)?.email || '';
  const { form, formProps, formError, isSubmitting } = useRecordForm<MailFormValues>({
    initialValues: { to: email, cc: '', ...text },
    schema: mailFormSchema,
    submit: async ({ to, cc, subject, body }) => {
      if (!printable) return;
      const file = made.kind === 'ready' ? made.file : await makeFile(printable);
      const about = { invoice_id: note.invoice_id ?? '', delivery_note: { id: note.id, note: input }, number } as const;
      const nothing = { open: null, level: null, reminder: null } as const;
      const people = { to: addressesOf(to), cc: addressesOf(cc) };
      const attachments = [await attachmentOf('document', file)];
      const fate = await send(
        { ...about, ...nothing, ...people, channel: 'mail', kind: 'delivery_note', subject, body, attachments },
        isOffline,
      );
      if (fate.kind === 'stopped') throw new AppError('invalid_input', { reason: fate.reason, detail: fate.detail });
      showToast(fate.kind === 'left' ? { type: 'success', text: t('send.sent', { to }) } : { text: t('send.queued') });
      onClose();
    },
    describe: refusal,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('send.title', { number })}
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
          {isOffline && <p className={fields.hint}>{t('send.offlineNote')}</p>}
          {isWaiting && <LogoMissing onGoOn={() => setWithoutLogo(true)} />}
          <MailFields inputProps={form.getInputProps} />
          <p className={fields.hint} role="status">
            {made.kind === 'ready'
              ? t('send.attachment', { name: made.file.name })
              : t(made.kind === 'making' ? 'send.making' : 'send.failed')}
          </p>
        </div>
      </form>
    </Dialog>
  );
}
