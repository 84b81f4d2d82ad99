import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SETTINGS, visibleSettings } from '#widgets/settings/sections.ts';
import { SettingsNavigation } from '#widgets/settings/SettingsNavigation.tsx';
import classes from './Settings.module.css';

const PATHS = SETTINGS.flatMap(({ sections }) => sections.map(({ path }) => path));

/** Where settings begin: what there is to set, with a line about each. */
export function SettingsIndexPage() {
  const { t } = useTranslation('settings');
  const { ctx } = useCompany();
  return (
    <div className={classes.page}>
      <PageHeader title={t('title.settings')} />
      <SettingsNavigation groups={visibleSettings(ctx.access, PATHS)} look="list" />
    </div>
  );
}
