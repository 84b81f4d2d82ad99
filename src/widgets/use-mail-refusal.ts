import { useTranslation } from 'react-i18next';
import { mailReason, mailServerWords, refusedRecipients } from '#domain/mail/mail-reason.ts';

/** Why a mail did not go out, with the mail server's own words where it said any. */
export function useMailRefusal(): (error: unknown) => { text: string } | undefined {
  const { t } = useTranslation('mail');
  return (error) => {
    const reason = mailReason(error);
    if (!reason) return undefined;
    const said = mailServerWords(error);
    const text = t(`refused.${reason}`, { to: refusedRecipients(error) });
    return { text: said ? `${text} ${t('serverSaid', { said })}` : text };
  };
}
