import { useTranslation } from 'react-i18next';
import { mailReason, mailServerWords } from '#domain/mail/mail-reason.ts';

/** Why a mail did not go out, with the mail server's own words where it said any. */
export function useMailRefusal(): (error: unknown) => { text: string } | undefined {
  const { t } = useTranslation('mail');
  return (error) => {
    const reason = mailReason(error);
    if (!reason) return undefined;
    const said = mailServerWords(error);
    return { text: said ? `${t(`refused.${reason}`)} ${t('serverSaid', { said })}` : t(`refused.${reason}`) };
  };
}
