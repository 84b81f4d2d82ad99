import { useTranslation } from 'react-i18next';
import { useMailCommands } from '#data/mail/use-waiting-mails.ts';
import type { NewMail } from '#data/mail/waiting-mails.ts';
import { AppError } from '#domain/errors.ts';
import type { ToastRequest } from '#ui/toast.ts';

/** Sends a mail and says what became of it. AppError `invalid_input` with the reason where the server refused it. */
export function useSendNow(): (mail: NewMail, isOffline: boolean) => Promise<ToastRequest> {
  const { t } = useTranslation('mail');
  const { send } = useMailCommands();
  return async (mail, isOffline) => {
    const fate = await send(mail, isOffline);
    if (fate.kind === 'stopped') throw new AppError('invalid_input', { reason: fate.reason, detail: fate.detail });
    return fate.kind === 'left' ? { type: 'success', text: t('send.sent', { to: mail.to.join(', ') }) } : { text: t('send.queued') };
  };
}
