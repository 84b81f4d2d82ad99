import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { MailInQueue } from '#data/mail/waiting-mails.ts';
import { QueuedMail } from '#widgets/mail/QueuedMail.tsx';
import { recordPath } from '#widgets/record-paths.ts';
import classes from './SyncCentre.module.css';

/** Mails that have not left this device; those that need a person come first. */
export function MailRows({ mails }: { mails: readonly MailInQueue[] }) {
  return (
    <ul className={classes.rows}>
      {mails
        .toSorted((a, b) => Number(b.state === 'stopped') - Number(a.state === 'stopped'))
        .map((mail) => (
          <li key={mail.id} className={classes.row}>
            <Anchor component={Link} to={recordPath('invoices', mail.invoice_id) ?? '/finance/invoices'}>
              {mail.number}
            </Anchor>
            <div className={classes.mail}>
              <QueuedMail mail={mail} />
            </div>
          </li>
        ))}
    </ul>
  );
}
