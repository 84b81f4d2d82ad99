import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { spendRecoveryCode } from '#data/account-settings/recovery-codes.ts';
import { session } from '#data/session/session.ts';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { codeSchema } from './auth-schemas.ts';
import classes from './auth.module.css';

/** In without the phone: a recovery code takes the second factor off the account. */
export function RecoveryCodeForm() {
  const { t } = useTranslation('auth');
  const refusal = useAuthRefusal();
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { code: '' },
    schema: codeSchema,
    submit: async ({ code }) => {
      await spendRecoveryCode(session, code);
      showToast({ type: 'warning', text: t('recovery.done') });
    },
    describe: refusal,
  });
  return (
    <>
      <AuthHeading title={t('recovery.title')}>{t('recovery.text')}</AuthHeading>
      <form {...formProps} className={classes.fields}>
        <TextInput
          label={t('recovery.code')}
          placeholder="xxxxx-xxxxx-xxxxx-xxxxx"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={40}
          {...form.getInputProps('code')}
        />
        <FormError>{formError}</FormError>
        <Button type="submit" className={classes.submit ?? ''} loading={isSubmitting}>
          {t('recovery.submit')}
        </Button>
      </form>
    </>
  );
}
