import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompany } from '#data/core/company-context.ts';
import { saveMailSettings } from '#data/mail/mail-requests.ts';
import { mailReason } from '#domain/mail/mail-reason.ts';
import { mailSettingsSchema, SMTP_PORTS, type StoredMailSettings } from '#domain/mail/mail-settings.ts';
import { completeTemplates, ownTemplates } from '#domain/mail/mail-templates.ts';
import { Section } from '#ui/Section.tsx';
import fields from '#widgets/Fields.module.css';
import type { MailValues } from './mail-values.ts';
import { MailTemplateFields } from './MailTemplateFields.tsx';
import classes from './Settings.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { useSettingsForm } from './use-settings-form.ts';

type Props = { settings: StoredMailSettings; onSaved: (settings: StoredMailSettings) => void };
type FormProps = { form: UseFormReturnType<MailValues> };
const schema = z.extend(mailSettingsSchema, { smtp_password: z.string().check(z.maxLength(500, 'tooLong')) });

/** Sender, texts and mail server. Saved as a whole, at once on the server. */
export function MailForm({ settings, onSaved }: Props) {
  const { t } = useTranslation('mail');
  const { company } = useCompany();
  const { company_id: _company, has_password, templates, ...rest } = settings;
  const bound = useSettingsForm<MailValues>({
    current: { ...rest, templates: completeTemplates(templates), smtp_password: '' },
    schema,
    save: async ({ values }) => {
      const body = { ...values, templates: ownTemplates(values.templates, templates) };
      onSaved(await saveMailSettings(company.id, body));
    },
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
      <ServerSection form={bound.form} hasPassword={has_password} />
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
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...form.getInputProps('smtp_password')}
          />
        </div>
        <Switch label={t('smtp_secure')} description={t('secureHint')} {...form.getInputProps('smtp_secure', { type: 'checkbox' })} />
      </div>
    </Section>
  );
}
