import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { attachmentOf } from '#data/mail/waiting-mails.ts';
import type { DeliveryNote, DeliveryNoteInput } from '#domain/delivery-notes/delivery-note.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { deliveryMail } from '#domain/mail/delivery-mail.ts';
import { addressesOf } from '#domain/mail/mail-addresses.ts';
import { formatDay } from '#platform/i18n/format.ts';
import { useDocumentFile, useMakeFile } from '#widgets/document/use-document-file.ts';
import { AttachedFile } from '#widgets/mail/AttachedFile.tsx';
import { MailDialog } from '#widgets/mail/MailDialog.tsx';
import { useSendNow } from '#widgets/mail/use-send-now.ts';
import { LogoMissing } from './LogoMissing.tsx';
import { usePrintableNote } from './use-printable-note.ts';

type Props = { note: DeliveryNote; input: DeliveryNoteInput; invoice: Invoice | null; onClose: () => void };

/** A delivery note by mail, in the language of the note. */
export function DeliveryNoteSendDialog({ note, input, invoice, onClose }: Props) {
  const { t } = useTranslation('mail');
  const { company } = useCompany();
  const { value: customers } = useDirectory('customers');
  const { printable, lacksLogo } = usePrintableNote(note, invoice);
  const made = useDocumentFile(printable, 0);
  const makeFile = useMakeFile();
  const [isWithoutLogo, setWithoutLogo] = useState(false);
  const isWaiting = lacksLogo && !isWithoutLogo;
  const sendNow = useSendNow();
  const number = note.number ?? '';
  const text = deliveryMail(note.language, { number, date: formatDay(note.delivery_date, note.language), company: company.name });
  const email = note.buyer?.email || customers?.byId.get(note.customer_id)?.email || '';
  return (
    <MailDialog
      title={t('send.title', { number })}
      initial={{ to: email, ...text }}
      waits="offlineNote"
      isHeld={!printable || isWaiting}
      notice={isWaiting && <LogoMissing onGoOn={() => setWithoutLogo(true)} />}
      send={async ({ to, cc, subject, body }, isOffline) => {
        if (!printable) return null;
        const file = made.kind === 'ready' ? made.file : await makeFile(printable);
        const about = { invoice_id: note.invoice_id ?? '', delivery_note: { id: note.id, note: input }, number } as const;
        const nothing = { open: null, level: null, reminder: null } as const;
        const people = { to: addressesOf(to), cc: addressesOf(cc) };
        const attachments = [await attachmentOf('document', file)];
        return sendNow({ ...about, ...nothing, ...people, channel: 'mail', kind: 'delivery_note', subject, body, attachments }, isOffline);
      }}
      onSent={onClose}
      onClose={onClose}
    >
      {() => <AttachedFile made={made} />}
    </MailDialog>
  );
}
