import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { requestPasswordReset } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { resetSchema } from './auth-schemas.ts';
import { CheckYourMail } from './CheckYourMail.tsx';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import { useConfirmUrl } from './use-confirm-url.ts';
import { useArrivingFocus } from './use-arriving-focus.ts';
import classes from './auth.module.css';

export function PasswordResetPage() {
  const { t } = useTranslation('auth');
  const isFocusFree = useArrivingFocus();
  const { search } = useLocation();
  const redirectTo = useConfirmUrl();
  const refusal = useAuthRefusal();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { email: '' },
    schema: resetSchema,
    submit: async ({ email }) => {
      await requestPasswordReset(session, { email, redirectTo });
      setMailedTo(email);
    },
    describe: refusal,
  });

  if (mailedTo) return <CheckYourMail email={mailedTo} kind="recovery" onOtherAddress={() => setMailedTo(null)} />;
  return (
    <>
      <AuthHeading title={t('reset.title')}>{t('reset.text')}</AuthHeading>
      <form {...formProps} className={classes.fields}>
        <TextInput label={t('field.email')} type="email" autoComplete="username" autoFocus={isFocusFree} {...form.getInputProps('email')} />
        <FormError>{formError}</FormError>
        <Button type="submit" className={classes.submit ?? ''} loading={isSubmitting}>
          {t('reset.submit')}
        </Button>
      </form>
      <p className={classes.links}>
        <Link className={classes.link} to={`/auth/login${search}`}>
          {t('reset.back')}
        </Link>
      </p>
    </>
  );
}
