import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { signUp } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { registerSchema } from './auth-schemas.ts';
import { CheckYourMail } from './CheckYourMail.tsx';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import { useConfirmUrl } from './use-confirm-url.ts';
import { usePasswordToggle } from '#widgets/account/use-password-toggle.ts';
import { useArrivingFocus } from './use-arriving-focus.ts';
import classes from './auth.module.css';

export function RegisterPage() {
  const { t, i18n } = useTranslation('auth');
  const isFocusFree = useArrivingFocus();
  const { search } = useLocation();
  const redirectTo = useConfirmUrl();
  const refusal = useAuthRefusal();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { displayName: '', email: '', password: '' },
    schema: registerSchema,
    submit: async (values) => {
      const { needsConfirmation } = await signUp(session, { ...values, redirectTo, locale: i18n.language });
      if (needsConfirmation) setMailedTo(values.email);
    },
    describe: refusal,
  });
  const toggle = usePasswordToggle(form.errors['password']);

  if (mailedTo) return <CheckYourMail email={mailedTo} kind="signup" onOtherAddress={() => setMailedTo(null)} />;
  return (
    <>
      <AuthHeading title={t('register.title')} />
      <form {...formProps} className={classes.fields}>
        <TextInput label={t('field.name')} autoComplete="name" autoFocus={isFocusFree} {...form.getInputProps('displayName')} />
        <TextInput label={t('field.email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
        <PasswordInput
          label={t('field.password')}
          description={t('field.passwordHint')}
          autoComplete="new-password"
          {...toggle}
          {...form.getInputProps('password')}
        />
        <FormError>{formError}</FormError>
        <Button type="submit" className={classes.submit ?? ''} loading={isSubmitting}>
          {t('register.submit')}
        </Button>
      </form>
      <p className={classes.links}>
        {t('register.haveAccount')}
        <Link className={classes.link} to={`/auth/login${search}`}>
          {t('register.login')}
        </Link>
      </p>
    </>
  );
}
