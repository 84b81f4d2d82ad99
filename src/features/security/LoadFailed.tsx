import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OnlineAnswer } from '#data/account-settings/use-account.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import classes from './Security.module.css';

/** What stands in place of something only the server has, when it could not be asked. Offline the page says so once. */
export function LoadFailed({ answer, isOffline }: { answer: OnlineAnswer<unknown>; isOffline: boolean }) {
  const { t } = useTranslation('security');
  const errorText = useErrorText();
  if (answer.value !== undefined || answer.error === null) return null;
  return (
    <p className={classes.line}>
      {isOffline ? t('offline') : `${t('unreachable')} ${errorText(answer.error)}`}{' '}
      {!isOffline && (
        <Button variant="subtle" size="compact-sm" onClick={() => void answer.reload()}>
          {t('retry')}
        </Button>
      )}
    </p>
  );
}
