import { useEffect, useState } from 'react';
import type { SentMail } from '#domain/mail/sent-mail.ts';
import { AppError } from '#domain/errors.ts';
import { onNetworkChange } from '#platform/network/network.ts';
import { type MailedDocument, readSentMails } from './mail-requests.ts';

export type SentMailsState =
  | { readonly kind: 'loading' | 'offline' | 'failed' }
  | { readonly kind: 'ready'; readonly mails: readonly SentMail[] };

/** What went out of a document, as the server kept it; asked for again when the document changed (`version`) and when the network comes back. */
export function useSentMails({ of, id }: MailedDocument, version: string): SentMailsState {
  const [state, setState] = useState<SentMailsState>({ kind: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const load = () =>
      readSentMails({ of, id }).then(
        (mails) => isCurrent && setState({ kind: 'ready', mails }),
        (error: unknown) => {
          const kind = error instanceof AppError && error.code === 'offline' ? 'offline' : 'failed';
          if (isCurrent) setState((before) => (before.kind === 'ready' ? before : { kind }));
        },
      );
    void load();
    const stop = onNetworkChange((isOnline) => isOnline && void load());
    return () => {
      isCurrent = false;
      stop();
    };
  }, [of, id, version]);
  return state;
}
