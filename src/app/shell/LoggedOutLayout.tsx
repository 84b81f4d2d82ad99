import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router-dom';
import { Logo } from '#app/Logo.tsx';
import { Card } from '#ui/Card.tsx';
import { BarMenu } from './BarMenu.tsx';
import classes from './Layout.module.css';
import { PreferenceItems } from './PreferenceItems.tsx';

/** A card in the middle of the page for signing in and its neighbours. */
export function LoggedOutLayout() {
  const { t } = useTranslation('navigation');
  const { t: tAuth } = useTranslation('auth');
  return (
    <div className={classes.card}>
      <div className={classes.preferences}>
        <BarMenu label={t('preferences')} face={<IconAdjustmentsHorizontal size={20} aria-hidden />}>
          <PreferenceItems />
        </BarMenu>
      </div>
      <main className={classes.cardBody}>
        <div className={classes.brand}>
          <Logo size={34} />
          Kontor
        </div>
        <Card>
          <Outlet />
        </Card>
        <p className={classes.tagline}>
          {tAuth('tagline')}
          <br />
          <Link to="/accessibility">{t('title.accessibility')}</Link>
        </p>
      </main>
    </div>
  );
}
