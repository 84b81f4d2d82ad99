import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { promptInstall } from '#platform/pwa/install.ts';
import { useInstallWay } from '#widgets/use-install.ts';
import classes from './BarMenu.module.css';

/** The entry that installs the app, or leads to how that is done by hand; nothing where it is installed or can't be. */
export function InstallItem() {
  const { t } = useTranslation('navigation');
  const way = useInstallWay();
  if (way === 'none') return null;
  const face = (
    <>
      <IconDownload size={18} aria-hidden />
      {t('install')}
    </>
  );
  return way === 'button' ? (
    <button type="button" className={classes.item} onClick={() => void promptInstall()}>
      {face}
    </button>
  ) : (
    <Link to="/settings/offline" className={classes.item}>
      {face}
    </Link>
  );
}
