import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useOpenCompany } from '#data/core/company-context.ts';
import { visibleSettings } from './sections.ts';
import classes from './SettingsFrame.module.css';
import { SettingsNavigation } from './SettingsNavigation.tsx';

type Props = {
  /** Paths of the settings pages that exist. */
  paths: readonly string[];
  children: ReactNode;
};

/** Around every page of settings: the others beside it, or on a phone the way back to their list. Without a company only one's own are there. */
export function SettingsFrame({ paths, children }: Props) {
  const { t } = useTranslation('settings');
  const access = useOpenCompany()?.ctx.access ?? null;
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <SettingsNavigation groups={visibleSettings(access, paths)} look="side" />
      </div>
      <div className={classes.page}>
        {access && (
          <Link to="/settings" className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            {t('title.settings')}
          </Link>
        )}
        {children}
      </div>
    </div>
  );
}
