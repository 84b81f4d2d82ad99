import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { type SentMailsState, useSentMails } from '#data/mail/use-sent-mails.ts';
import { useWaitingMails } from '#data/mail/use-waiting-mails.ts';
import type { MailInQueue } from '#data/mail/waiting-mails.ts';
import type { DeliveryNote } from '#domain/delivery-notes/delivery-note.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { SentMail } from '#domain/mail/sent-mail.ts';
import { InstantText } from '#ui/InstantText.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { QueuedMail } from '#widgets/mail/QueuedMail.tsx';
import { MemberName } from '#widgets/MemberName.tsx';
import classes from './InvoiceMails.module.css';

/** To whom an invoice went and with which words, and what waits on this device. */
export function InvoiceMails({ invoice }: { invoice: Invoice }) {
  const waiting = useWaitingMails(invoice.id);
  const sent = useSentMails({ of: 'invoice', id: invoice.id }, `${invoice.rev} ${waiting?.length ?? 0}`);
  return <MailHistory waiting={waiting} sent={sent} />;
}

/** The same of a delivery note. */
export function DeliveryNoteMails({ note }: { note: DeliveryNote }) {
  const waiting = useWaitingMails()?.filter(({ delivery_note }) => delivery_note?.id === note.id);
  const sent = useSentMails({ of: 'delivery_note', id: note.id }, `${note.rev} ${waiting?.length ?? 0}`);
  return <MailHistory waiting={waiting} sent={sent} />;
}

function MailHistory({ waiting, sent }: { waiting: readonly MailInQueue[] | undefined; sent: SentMailsState }) {
  const { t } = useTranslation('mail');
  const mails = sent.kind === 'ready' ? sent.mails : [];
  const count = (waiting?.length ?? 0) + mails.length;
  return (
    <Section title={t('history.title')}>
      {count > 0 && (
        <ul className={classes.mails}>
          {waiting?.map((mail) => (
            <li key={mail.id}>
              <QueuedMail mail={mail} />
            </li>
          ))}
          {mails.map((mail) => (
            <li key={mail.id}>
              <Sent mail={mail} />
            </li>
          ))}
        </ul>
      )}
      {sent.kind === 'ready' && waiting && count === 0 && <p className={classes.none}>{t('history.none')}</p>}
      {(sent.kind === 'offline' || sent.kind === 'failed') && <p className={classes.none}>{t(`history.${sent.kind}`)}</p>}
    </Section>
  );
}

function Sent({ mail }: { mail: SentMail }) {
  const { t } = useTranslation('mail');
  const { ctx } = useCompany();
  const [isShown, setShown] = useState(false);
  const kind = mail.kind === 'reminder' ? (`reminder_${mail.level ?? 1}` as 'reminder_1') : mail.kind;
  const names = mail.attachments.map(({ filename }) => filename).join(', ');
  return (
    <>
      <span className={classes.head}>
        {t(`kind.${kind}`)}
        {mail.channel === 'post' && <StatusBadge tone="gray">{t('history.post')}</StatusBadge>}
        {mail.state === 'sending' && <StatusBadge tone="amber">{t('history.unclear')}</StatusBadge>}
      </span>
      <p className={classes.facts}>
        <InstantText at={mail.at} timeZone={ctx.timezone} /> · {t('history.by')} <MemberName userId={mail.user_id} at={mail.at} />
      </p>
      {mail.recipients.length > 0 && (
        <p className={classes.facts}>
          {t('history.to')} {mail.recipients.join(', ')}
          {mail.copies.length > 0 && ` · ${t('history.copies')} ${mail.copies.join(', ')}`}
        </p>
      )}
      {mail.refused.length > 0 && (
        <p className={classes.facts}>
          {t('history.refused')} {mail.refused.join(', ')}
        </p>
      )}
      <Button size="compact-sm" variant="subtle" px={0} className={classes.act} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'history.hide' : 'history.show')}
      </Button>
      {isShown && (
        <div className={classes.body}>
          <strong>{mail.subject}</strong>
          {'\n\n'}
          {mail.body === '' ? t('history.noText') : mail.body}
          {names !== '' && `\n\n${t('history.files')}: ${names}`}
        </div>
      )}
    </>
  );
}
