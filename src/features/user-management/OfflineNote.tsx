import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './UserManagement.module.css';

/** Says why nothing can be changed right now. */
export function OfflineNote() {
  const { t } = useTranslation('people');
  return (
    <p className={classes.note} role="status">
      <IconWifiOff size={18} aria-hidden />
      {t('offline')}
    </p>
  );
}
