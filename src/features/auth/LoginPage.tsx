import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { signIn } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import { useSession } from '#data/session/use-session.ts';
import { AppError } from '#domain/errors.ts';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { signInSchema } from './auth-schemas.ts';
import { CheckYourMail } from './CheckYourMail.tsx';
import { LeftBehindNote } from './LeftBehindNote.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import { usePasswordToggle } from '#widgets/account/use-password-toggle.ts';
import { useArrivingFocus } from './use-arriving-focus.ts';
import { useIsEntering } from './use-is-entering.ts';
import classes from './auth.module.css';

export function LoginPage() {
  const { t } = useTranslation('auth');
  const isFocusFree = useArrivingFocus();
  const { search } = useLocation();
  const current = useSession();
  const refusal = useAuthRefusal();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { email: '', password: '' },
    schema: signInSchema,
    submit: async (values) => {
      try {
        await signIn(session, values);
      } catch (error) {
        if (error instanceof AppError && error.data['reason'] === 'email_not_confirmed') return setUnconfirmed(values.email);
        throw error;
      }
    },
    describe: refusal,
  });
  const { setFieldValue } = form;
  // Whose data is here signs in most likely; what was typed meanwhile stays.
  const suggestEmail = useCallback(
    (email: string) => setFieldValue('email', (typed: string) => (typed === '' ? email : typed)),
    [setFieldValue],
  );
  const toggle = usePasswordToggle(form.errors['password']);
  const isEntering = useIsEntering(isSubmitting);

  if (current.status === 'pending_second_factor') return <SecondFactorForm factors={current.factors} />;
  if (unconfirmed) return <CheckYourMail email={unconfirmed} kind="signup" onOtherAddress={() => setUnconfirmed(null)} />;
  return (
    <>
      <AuthHeading title={t('login.title')} />
      {current.status === 'signed_out' && current.reason === 'expired' && <p className={classes.note}>{t('login.expired')}</p>}
      <LeftBehindNote onFound={suggestEmail} />
      <form {...formProps} className={classes.fields}>
        <TextInput label={t('field.email')} type="email" autoComplete="username" autoFocus={isFocusFree} {...form.getInputProps('email')} />
        <PasswordInput label={t('field.password')} autoComplete="current-password" {...toggle} {...form.getInputProps('password')} />
        <FormError>{formError}</FormError>
        <Button type="submit" className={classes.submit ?? ''} loading={isEntering}>
          {t('login.submit')}
        </Button>
      </form>
      <p className={classes.links}>
        <Link className={classes.link} to={`/auth/password-reset${search}`}>
          {t('login.forgot')}
        </Link>
      </p>
      <p className={classes.links}>
        {t('login.noAccount')}
        <Link className={classes.link} to={`/auth/register${search}`}>
          {t('login.register')}
        </Link>
      </p>
    </>
  );
}
