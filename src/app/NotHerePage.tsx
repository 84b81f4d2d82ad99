import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoBack } from '#ui/use-go-back.ts';
import classes from './ErrorPage.module.css';

/** Stands for a page whose code was not kept on this device before the connection went; nothing of what was typed elsewhere is touched. */
export function NotHerePage({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const { t } = useTranslation('errors');
  const goBack = useGoBack();
  const [isAsking, setAsking] = useState(false);
  const [isStillMissing, setStillMissing] = useState(false);
  const retry = async () => {
    setAsking(true);
    await onRetry().catch(() => setStillMissing(true));
    setAsking(false);
  };
  return (
    <div className={classes.page}>
      <h1 className={classes.message}>{t('page.notHere')}</h1>
      <p className={classes.text}>{t('page.notHereText')}</p>
      <p className={classes.text} role="status">
        {isStillMissing && !isAsking ? t('page.stillNotHere') : ''}
      </p>
      <div className={classes.actions}>
        <button type="button" className={classes.primary} disabled={isAsking} onClick={() => void retry()}>
          {t('page.tryAgain')}
        </button>
        <button type="button" className={classes.secondary} onClick={goBack}>
          {t('page.back')}
        </button>
      </div>
    </div>
  );
}
