import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompany } from '#data/core/company-context.ts';
import { editMailSettings, mailValuesOf, type MailValues } from '#data/mail/edit-mail-settings.ts';
import { mailReason } from '#domain/mail/mail-reason.ts';
import { mailSettingsSchema, SMTP_PORTS, type StoredMailSettings } from '#domain/mail/mail-settings.ts';
import { Section } from '#ui/Section.tsx';
import fields from '#widgets/Fields.module.css';
import { usePasswordToggle } from '#widgets/account/use-password-toggle.ts';
import { MailTemplateFields } from './MailTemplateFields.tsx';
import classes from './Settings.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';

type Props = { settings: StoredMailSettings; onNewest: (settings: StoredMailSettings) => void };
type FormProps = { form: UseFormReturnType<MailValues> };
const schema = z.extend(mailSettingsSchema, { smtp_password: z.string().check(z.maxLength(500, 'tooLong')) });

/** Sender, texts and mail server. Saved at once on the server. */
export function MailForm({ settings, onNewest }: Props) {
  const { t } = useTranslation('mail');
  const { company } = useCompany();
  const bound = useSettingsForm<MailValues>({
    current: mailValuesOf(settings),
    schema,
    save: (edit) => editMailSettings(company.id, edit, onNewest),
    describe: (error) => {
      const reason = mailReason(error);
      return reason ? { text: t(`refused.${reason}`) } : undefined;
    },
    savedText: t('saved'),
  });
  return (
    <SettingsForm bound={bound}>
      <SenderSection form={bound.form} />
      <MailTemplateFields form={bound.form} />
      <ServerSection form={bound.form} hasPassword={settings.has_password} />
    </SettingsForm>
  );
}

function SenderSection({ form }: FormProps) {
  const { t } = useTranslation('mail');
  const { company } = useCompany();
  return (
    <Section title={t('sender')} text={t('senderHint')}>
      <div className={classes.stack}>
        <div className={fields.row} data-shape="even">
          <TextInput label={t('sender_name')} placeholder={company.name} autoComplete="off" {...form.getInputProps('sender_name')} />
          <TextInput label={t('sender_email')} type="email" autoComplete="off" {...form.getInputProps('sender_email')} />
        </div>
        <TextInput label={t('reply_to')} description={t('replyHint')} type="email" autoComplete="off" {...form.getInputProps('reply_to')} />
      </div>
    </Section>
  );
}

function ServerSection({ form, hasPassword }: FormProps & { hasPassword: boolean }) {
  const { t } = useTranslation('mail');
  const toggle = usePasswordToggle(form.errors['smtp_password']);
  return (
    <Section title={t('server')} text={t('serverHint')}>
      <div className={classes.stack}>
        <div className={fields.row} data-shape="wide-narrow">
          <TextInput label={t('smtp_host')} placeholder="mail.example.com" autoComplete="off" {...form.getInputProps('smtp_host')} />
          <NativeSelect
            label={t('smtp_port')}
            data={SMTP_PORTS.map(String)}
            value={String(form.values.smtp_port)}
            onChange={(event) => {
              const port = Number(event.currentTarget.value);
              form.setValues({ smtp_port: port, smtp_secure: port === 465 });
            }}
          />
        </div>
        <div className={fields.row} data-shape="even">
          <TextInput label={t('smtp_user')} autoComplete="off" {...form.getInputProps('smtp_user')} />
          <PasswordInput
            label={t('smtp_password')}
            placeholder={hasPassword ? t('passwordKept') : ''}
            description={t('passwordHint')}
            autoComplete="new-password"
            {...form.getInputProps('smtp_password')}
            {...toggle}
          />
        </div>
        <Switch label={t('smtp_secure')} description={t('secureHint')} {...form.getInputProps('smtp_secure', { type: 'checkbox' })} />
      </div>
    </Section>
  );
}
