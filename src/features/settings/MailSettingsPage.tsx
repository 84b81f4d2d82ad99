import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMailSettings } from '#data/mail/use-mail-settings.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useErrorText } from '#ui/use-error-text.ts';
import { FormColumns } from '#widgets/FormColumns.tsx';
import { MailForm } from './MailForm.tsx';
import classes from './Settings.module.css';
import { TestMail } from './TestMail.tsx';

/** How mails of the company look and which way they take. */
export function MailSettingsPage() {
  const { t } = useTranslation('mail');
  const { t: tSettings } = useTranslation('settings');
  const errorText = useErrorText();
  const { state, retry, setSettings } = useMailSettings();
  return (
    <div className={classes.page} data-wide>
      <PageHeader title={tSettings('title.mail')} />
      <p className={classes.intro}>{t('intro')}</p>
      {state.kind === 'failed' && (
        <EmptyState
          icon={<IconMail size={28} />}
          role="alert"
          title={t('unavailable')}
          text={errorText(state.error)}
          action={
            <Button variant="default" onClick={() => void retry()}>
              {t('retry')}
            </Button>
          }
        />
      )}
      {state.kind === 'ready' && (
        <FormColumns>
          <MailForm settings={state.settings} onNewest={setSettings} />
          <TestMail />
        </FormColumns>
      )}
    </div>
  );
}
