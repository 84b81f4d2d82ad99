import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { loadNotificationSettings } from '#data/account-settings/notification-settings.ts';
import { useOnline } from '#data/account-settings/use-account.ts';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { Section } from '#ui/Section.tsx';
import { useErrorText } from '#ui/use-error-text.ts';
import { AccountPage } from '#widgets/account/AccountPage.tsx';
import { ChoicesTable } from './ChoicesTable.tsx';
import { Failures } from './Failures.tsx';
import { PushSection } from './PushSection.tsx';
import classes from './Notifications.module.css';

/** What a person hears of outside the app: asked of the server, since it is the server that tells them. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  const errorText = useErrorText();
  const isOffline = useIsOffline();
  const { value: settings, error, reload } = useOnline(loadNotificationSettings);
  return (
    <AccountPage title={t('title')} intro={t('intro')} notice={isOffline ? t('offline') : null}>
      {settings && <Failures failures={settings.failures} />}
      <Section title={t('expenses')} text={t('expensesText')}>
        {settings && <ChoicesTable choices={settings.choices} isOffline={isOffline} onSaved={reload} />}
        {!settings && error !== null && !isOffline && (
          <p className={classes.line}>
            {t('unreachable')} {errorText(error)}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void reload()}>
              {t('retry')}
            </Button>
          </p>
        )}
        {!settings && (error === null || isOffline) && <p className={classes.line}>{isOffline ? t('unknownOffline') : t('loading')}</p>}
      </Section>
      <PushSection isOffline={isOffline} />
    </AccountPage>
  );
}
