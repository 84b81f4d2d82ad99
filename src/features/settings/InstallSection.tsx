import { Button } from '@mantine/core';
import { IconDownload, IconShare2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { promptInstall } from '#platform/pwa/install.ts';
import { Section } from '#ui/Section.tsx';
import { useInstallWay } from '#widgets/use-install.ts';
import classes from './Settings.module.css';

/** Installing the app on this device: by the browser's own question, or by hand where Safari asks none. */
export function InstallSection() {
  const { t } = useTranslation('settings');
  const way = useInstallWay();
  if (way === 'none') return null;
  return (
    <Section
      title={t('install.title')}
      text={t('install.text')}
      actions={
        way === 'button' && (
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void promptInstall()}>
            {t('install.button')}
          </Button>
        )
      }
    >
      {way === 'ios' && (
        <ol className={classes.steps}>
          <li>
            {t('install.ios.share')} <IconShare2 size={16} aria-hidden />
          </li>
          <li>{t('install.ios.add')}</li>
          <li>{t('install.ios.open')}</li>
        </ol>
      )}
    </Section>
  );
}
