import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { verifySecondFactor } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import type { SecondFactor } from '#data/session/session-state.ts';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { codeSchema } from './auth-schemas.ts';
import { useAuthRefusal } from './use-auth-refusal.ts';
import classes from './auth.module.css';

export function SecondFactorForm({ factors }: { factors: readonly SecondFactor[] }) {
  const { t } = useTranslation('auth');
  const refusal = useAuthRefusal();
  const factorId = (factors.find(({ type }) => type === 'totp') ?? factors[0])?.id ?? '';
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { code: '' },
    schema: codeSchema,
    submit: ({ code }) => verifySecondFactor(session, { factorId, code }),
    describe: refusal,
  });
  return (
    <>
      <AuthHeading title={t('secondFactor.title')}>{t('secondFactor.text')}</AuthHeading>
      <form {...formProps} className={classes.fields}>
        <TextInput
          label={t('secondFactor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={8}
          classNames={{ input: classes.code ?? '' }}
          {...form.getInputProps('code')}
        />
        <FormError>{formError}</FormError>
        <Button type="submit" className={classes.submit ?? ''} loading={isSubmitting}>
          {t('secondFactor.submit')}
        </Button>
      </form>
      <p className={classes.links}>
        <button type="button" className={classes.link} onClick={() => void session.signOut({ evenIfUnsynced: false })}>
          {t('secondFactor.other')}
        </button>
      </p>
    </>
  );
}
