import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompany } from '#data/core/company-context.ts';
import { sendTestMail } from '#data/mail/mail-requests.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { useMailRefusal } from '#widgets/use-mail-refusal.ts';
import classes from './Settings.module.css';

const schema = z.object({ to: z.email('invalidEmail') });

/** A mail to oneself with the saved settings, and what the server really answered. */
export function TestMail() {
  const { t, i18n } = useTranslation('mail');
  const { company, member } = useCompany();
  const refusal = useMailRefusal();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, formProps, formError, isSubmitting } = useRecordForm<{ to: string }>({
    initialValues: { to: member.email },
    schema,
    submit: async ({ to }) => {
      setSentTo(null);
      await sendTestMail(company.id, to, i18n.language === 'de' ? 'de' : 'en');
      setSentTo(to);
    },
    describe: refusal,
  });
  return (
    <Section title={t('test')} text={t('testHint')}>
      <form {...formProps}>
        <div className={classes.stack}>
          <FormError>{formError}</FormError>
          {sentTo && (
            <p role="status" className={classes.line}>
              {t('testSent', { to: sentTo })}
            </p>
          )}
          <TextInput label={t('testTo')} type="email" {...form.getInputProps('to')} />
          <Button type="submit" variant="default" loading={isSubmitting} className={classes.save}>
            {t('testSend')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
