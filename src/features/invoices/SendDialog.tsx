import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { addressesOf } from '#domain/mail/mail-addresses.ts';
import { MORE_PDFS_MAX } from '#domain/mail/mail-settings.ts';
import { nextMailKind, openByText, takesSlip } from '#domain/mail/mail-kind.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { useDocumentFile } from '#widgets/document/use-document-file.ts';
import fields from '#widgets/Fields.module.css';
import { AttachedFile } from '#widgets/mail/AttachedFile.tsx';
import { MailDialog } from '#widgets/mail/MailDialog.tsx';
import { useSendNow } from '#widgets/mail/use-send-now.ts';
import { LogoMissing } from './LogoMissing.tsx';
import { NoteAttachments } from './NoteAttachments.tsx';
import { useWantedEInvoice } from './use-e-invoice.ts';
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

type OpenProps = Props & { text: { subject: string; body: string; isOwnMissing: boolean } };

function OpenSendDialog({ invoice, customer, next, onClose, onSent, text }: OpenProps) {
  const { t } = useTranslation('mail');
  const { ctx } = useCompany();
  const printable = usePrintable(invoice, 'document');
  const made = useDocumentFile(printable, 0);
  const [isWithoutLogo, setWithoutLogo] = useState(false);
  const isWaiting = useLacksLogo(invoice) && !isWithoutLogo;
  const mailFiles = useMailFiles();
  const wanted = useWantedEInvoice(invoice, customer);
  const format = wanted?.problems.length === 0 ? wanted.format : null;
  const [kind] = useState(() => nextMailKind(invoice, ctx.today()));
  const slip = usePrintable(invoice, 'payment_slip');
  const hasSlip = slip !== undefined && takesSlip(kind);
  const [notes, setNotes] = useState<readonly PrintableDocument[]>([]);
  const sendNow = useSendNow();
  return (
    <MailDialog
      title={t('send.title', { number: invoice.number ?? '' })}
      initial={{ to: invoice.buyer?.email || customer?.email || '', subject: text.subject, body: text.body }}
      waits="offline"
      isOwnMissing={text.isOwnMissing}
      isHeld={!printable || isWaiting}
      notice={isWaiting && <LogoMissing onGoOn={() => setWithoutLogo(true)} />}
      send={async ({ to, cc, subject, body }, isOffline) => {
        if (!printable) return null;
        // Pressed while it is made anew: a press is never without an answer.
        const file = made.kind === 'ready' ? made.file : null;
        const attachments = await mailFiles({ printable, made: file, wanted, more: [...(hasSlip ? [slip] : []), ...notes] });
        const mail = { invoice_id: invoice.id, number: invoice.number ?? '', channel: 'mail', kind, level: null, reminder: null } as const;
        const people = { to: addressesOf(to), cc: addressesOf(cc) };
        return sendNow({ ...mail, ...people, subject, body, open: openByText(invoice), attachments }, isOffline);
      }}
      onSent={onSent}
      onClose={onClose}
    >
      {() => (
        <>
          {hasSlip && <p className={fields.hint}>{t('send.withSlip')}</p>}
          {next && <p className={fields.hint}>{t('send.next', { number: next.number ?? '' })}</p>}
          {format && <p className={fields.hint}>{t(format === 'zugferd' ? 'send.withData' : 'send.withXml')}</p>}
          <NoteAttachments invoice={invoice} max={MORE_PDFS_MAX - (hasSlip ? 1 : 0)} onChange={setNotes} />
          <AttachedFile made={made} />
        </>
      )}
    </MailDialog>
  );
}
