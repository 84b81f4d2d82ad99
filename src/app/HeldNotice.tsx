import { useTranslation } from 'react-i18next';
import classes from './ErrorPage.module.css';

/**
 * In the place of an endless skeleton: another tab holds what is to be opened here. With that tab it goes by itself. Not fetched when it is needed: a tab that
 * stands still may hold up every request through the service worker, too.
 */
export function HeldNotice() {
  const { t } = useTranslation('errors');
  return (
    <div className={classes.page} role="status">
      <h1 className={classes.message}>{t('storage.heldTitle')}</h1>
      <p className={classes.text}>{t('storage.heldText')}</p>
    </div>
  );
}
