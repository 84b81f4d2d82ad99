import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { fateOf, type NewMail, queueMail, sendMailAgain, takeBackMail, watchWaitingMails } from './waiting-mails.ts';

/** The mails of this company, or of one invoice, that wait on this device. */
export function useWaitingMails(invoiceId?: string) {
  const { db } = useCompany();
  return useObservable(() => watchWaitingMails(db, invoiceId), [db, invoiceId]).value;
}

/** How long somebody who sends a mail is kept waiting for its fate. */
const PATIENCE_MS = 20_000;

export function useMailCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      queue: (mail: NewMail) => queueMail(db, mail, ctx),
      /** Queues a mail and says what became of it, as far as that is known soon. One that the server stopped is not left in the queue. */
      async send(mail: NewMail, isOffline: boolean) {
        const id = await queueMail(db, mail, ctx);
        const fate = await fateOf(db, id, isOffline ? 0 : PATIENCE_MS);
        if (fate.kind === 'stopped' && fate.reason !== 'mail_unclear') await takeBackMail(db, id);
        return fate;
      },
      takeBack: (id: string) => takeBackMail(db, id),
      sendAgain: (id: string) => sendMailAgain(db, id),
    }),
    [db, ctx],
  );
}
