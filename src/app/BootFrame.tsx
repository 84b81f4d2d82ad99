import { useTranslation } from 'react-i18next';
import { Logo } from './Logo.tsx';
import classes from './BootFrame.module.css';

/** What stands where the app will be until it is loaded; quiet, because it is usually gone within a blink. */
export function BootFrame() {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} role="status" aria-label={t('app.loading')}>
      <div className={classes.bar} />
      <div className={classes.mark}>
        <Logo size={44} />
      </div>
    </div>
  );
}
