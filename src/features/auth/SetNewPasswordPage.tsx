import { Button, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { setNewPassword } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import { useSession } from '#data/session/use-session.ts';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { newPasswordSchema } from './auth-schemas.ts';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import { usePasswordToggle } from '#widgets/account/use-password-toggle.ts';
import { useArrivingFocus } from './use-arriving-focus.ts';
import classes from './auth.module.css';

export function SetNewPasswordPage() {
  const { t } = useTranslation('auth');
  const isFocusFree = useArrivingFocus();
  const current = useSession();
  const refusal = useAuthRefusal();
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { password: '' },
    schema: newPasswordSchema,
    submit: async (values) => {
      await setNewPassword(session, values);
      showToast({ type: 'success', text: t('setPassword.done') });
    },
    describe: refusal,
  });
  const toggle = usePasswordToggle(form.errors['password']);

  if (!('user' in current))
    return (
      <>
        <AuthHeading title={t('confirm.failedTitle')}>{t('setPassword.noSession')}</AuthHeading>
        <Button component={Link} to="/auth/password-reset" fullWidth>
          {t('reset.title')}
        </Button>
      </>
    );
  const { email } = current.user;
  return (
    <>
      <AuthHeading title={t('setPassword.title')}>{t('setPassword.text', { email })}</AuthHeading>
      <form {...formProps} className={classes.fields}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={t('field.newPassword')}
          description={t('field.passwordHint')}
          autoComplete="new-password"
          autoFocus={isFocusFree}
          {...toggle}
          {...form.getInputProps('password')}
        />
        <FormError>{formError}</FormError>
        <Button type="submit" className={classes.submit ?? ''} loading={isSubmitting}>
          {t('setPassword.submit')}
        </Button>
      </form>
    </>
  );
}
