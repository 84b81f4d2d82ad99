import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import { verifySecondFactor } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import type { SecondFactor } from '#data/session/session-state.ts';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { CodeInput } from '#widgets/account/CodeInput.tsx';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { codeSchema } from './auth-schemas.ts';
import { RecoveryCodeForm } from './RecoveryCodeForm.tsx';
import classes from './auth.module.css';

/** The password was right; a code of the person's app is still owed, or a recovery code when the app is lost. */
export function SecondFactorForm({ factors }: { factors: readonly SecondFactor[] }) {
  const { t } = useTranslation('auth');
  const [isLost, setLost] = useState(false);
  return (
    <>
      {isLost ? <RecoveryCodeForm /> : <CodeForm factors={factors} />}
      <p className={classes.links}>
        <button type="button" className={classes.link} onClick={() => setLost(!isLost)}>
          {t(isLost ? 'recovery.back' : 'secondFactor.lost')}
        </button>
      </p>
      <p className={classes.links}>
        <button type="button" className={classes.link} onClick={() => void session.stepBack()}>
          {t('secondFactor.other')}
        </button>
      </p>
    </>
  );
}

function CodeForm({ factors }: { factors: readonly SecondFactor[] }) {
  const { t } = useTranslation('auth');
  const refusal = useAuthRefusal();
  const isOnline = useHasConnection();
  const apps = factors.filter(({ type }) => type === 'totp');
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { factorId: (apps[0] ?? factors[0])?.id ?? '', code: '' },
    schema: codeSchema,
    submit: async (values) => {
      try {
        await verifySecondFactor(session, values);
      } catch (error) {
        form.setFieldValue('code', ''); // a code is good once: the next try is another one
        throw error;
      }
    },
    describe: refusal,
  });
  return (
    <>
      <AuthHeading title={t('secondFactor.title')}>{t('secondFactor.text')}</AuthHeading>
      {!isOnline && <p className={classes.note}>{t('secondFactor.offline')}</p>}
      <form {...formProps} className={classes.fields}>
        {apps.length > 1 && (
          <NativeSelect
            label={t('secondFactor.which')}
            data={apps.map(({ id, name }) => ({ value: id, label: name || t('secondFactor.unnamed') }))}
            {...form.getInputProps('factorId')}
          />
        )}
        <CodeInput label={t('secondFactor.code')} autoFocus {...form.getInputProps('code')} />
        <FormError>{formError}</FormError>
        <Button type="submit" className={classes.submit ?? ''} loading={isSubmitting}>
          {t('secondFactor.submit')}
        </Button>
      </form>
    </>
  );
}
