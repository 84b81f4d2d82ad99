import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router-dom';
import { AppBar } from './AppBar.tsx';
import classes from './Layout.module.css';

/** Pages about the person and the app while no company is open: the same page without the navigation of one. */
export function PersonalArea() {
  const { t } = useTranslation('company');
  return (
    <>
      <AppBar hasCompanies={false} />
      <main className={classes.main}>
        <Link to="/company/select-current" className={classes.toCompanies}>
          <IconArrowLeft size={16} aria-hidden />
          {t('select.title')}
        </Link>
        <Outlet />
      </main>
    </>
  );
}
