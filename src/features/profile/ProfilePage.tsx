import { Button, NativeSelect, Switch, TextInput, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type NoticeKind, NOTICES, saveNotice, saveProfile } from '#data/account-settings/profile.ts';
import { useAccount } from '#data/account-settings/use-account.ts';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { session } from '#data/session/session.ts';
import type { SessionUser } from '#data/session/session-state.ts';
import { useLanguage } from '#platform/i18n/language-choice.ts';
import { type Language, LANGUAGES } from '#platform/i18n/languages.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import page from '#widgets/account/AccountPage.module.css';
import { AccountPage } from '#widgets/account/AccountPage.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';
import { PictureField } from './PictureField.tsx';
import { nameSchema } from './profile-schemas.ts';
import classes from './Profile.module.css';

/** The person's own settings: name and picture are the server's, the appearance is this browser's. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const account = useAccount();
  const isOffline = useIsOffline();
  if (!account) return null;
  return (
    <AccountPage title={t('title')} intro={t('intro')} notice={isOffline ? t('offline') : null}>
      <Section title={t('person')}>
        <div className={classes.stack}>
          <PictureField account={account} isOffline={isOffline} />
          <NameForm account={account} isOffline={isOffline} />
        </div>
      </Section>
      <Display isOffline={isOffline} />
      <Notices account={account} isOffline={isOffline} />
    </AccountPage>
  );
}

type Props = { account: SessionUser; isOffline: boolean };

function NameForm({ account, isOffline }: Props) {
  const { t } = useTranslation('profile');
  const refusal = useAuthRefusal();
  const { form, formProps, formError, isSubmitting, isDirty } = useSettingsForm({
    current: { name: account.displayName },
    schema: nameSchema,
    save: ({ values }) => saveProfile(session, { display_name: values.name.trim() }),
    describe: refusal,
    savedText: t('saved'),
  });
  return (
    <form {...formProps} className={page.fields}>
      <TextInput label={t('name')} description={t('nameHint')} autoComplete="name" {...form.getInputProps('name')} />
      <FormError>{formError}</FormError>
      <Button type="submit" className={page.submit ?? ''} loading={isSubmitting} disabled={isOffline || !isDirty}>
        {t('save')}
      </Button>
    </form>
  );
}

const SCHEMES = ['light', 'dark', 'auto'] as const;

function Display({ isOffline }: { isOffline: boolean }) {
  const { t } = useTranslation('profile');
  const { t: tShell } = useTranslation('navigation');
  const { language, switchTo } = useLanguage();
  // Without `keepTransitions` Mantine injects a style element, which the CSP refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const mails = useCommand(saveProfile);
  const choose = (next: Language) => {
    switchTo(next);
    if (isOffline) showToast({ type: 'info', text: t('display.mailsLater') });
    else void mails.run(session, { locale: next });
  };
  return (
    <Section title={t('display.title')}>
      <div className={page.fields}>
        <NativeSelect
          label={t('display.language')}
          description={t('display.languageHint')}
          value={language}
          data={LANGUAGES.map((lng) => ({ value: lng, label: tShell(`language.${lng}`) }))}
          onChange={(event) => choose(event.currentTarget.value as Language)}
        />
        <NativeSelect
          label={t('display.theme')}
          description={t('display.themeHint')}
          value={colorScheme}
          data={SCHEMES.map((scheme) => ({ value: scheme, label: tShell(`theme.${scheme}`) }))}
          onChange={(event) => setColorScheme(event.currentTarget.value as (typeof SCHEMES)[number])}
        />
      </div>
    </Section>
  );
}

function Notices({ account, isOffline }: Props) {
  const { t } = useTranslation('profile');
  const { run, isRunning } = useCommand(saveNotice);
  const toggle = (notice: NoticeKind, isOn: boolean) => run(session, account.mutedNotices, { notice, isOn });
  return (
    <Section title={t('notices.title')} text={t('notices.text')}>
      <div className={classes.stack}>
        {isOffline && <p className={classes.hint}>{t('notices.offline')}</p>}
        {NOTICES.map((notice) => (
          <Switch
            key={notice}
            label={t(`notices.${notice}`)}
            description={t(`notices.${notice}Hint`)}
            checked={!account.mutedNotices.includes(notice)}
            disabled={isOffline || isRunning}
            onChange={(event) => void toggle(notice, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Section>
  );
}
