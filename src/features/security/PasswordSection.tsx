import { Button, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changePassword } from '#data/account-settings/credentials.ts';
import type { EnrolledFactor } from '#data/account-settings/second-factors.ts';
import { session } from '#data/session/session.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import { usePasswordToggle } from '#widgets/account/use-password-toggle.ts';
import page from '#widgets/account/AccountPage.module.css';
import { FactorCodeFields } from './FactorCodeFields.tsx';
import { passwordByCodeSchema, passwordSchema } from './security-schemas.ts';

type Props = { factors: readonly EnrolledFactor[]; email: string; isOffline: boolean; onChanged: () => Promise<void> };

/** Another password; the one so far shows who it is, and a code where there is a second factor. */
export function PasswordSection({ factors, email, isOffline, onChanged }: Props) {
  const { t } = useTranslation('security');
  const refusal = useAuthRefusal();
  const hasFactor = factors.length > 0;
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { factorId: factors[0]?.id ?? '', code: '', currentPassword: '', password: '' },
    schema: hasFactor ? passwordByCodeSchema : passwordSchema,
    submit: async ({ factorId, code, currentPassword, password }) => {
      await changePassword(session, { password, proof: { currentPassword, ...(hasFactor && { factorId, code }) } });
      form.reset();
      showToast({ type: 'success', text: t('password.done') });
      await onChanged();
    },
    describe: refusal,
  });
  const currentToggle = usePasswordToggle(form.errors['currentPassword']);
  const newToggle = usePasswordToggle(form.errors['password']);
  return (
    <Section title={t('password.title')} text={t('password.text')}>
      <form {...formProps} className={page.fields}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasFactor && (
          <FactorCodeFields factors={factors} factorProps={form.getInputProps('factorId')} codeProps={form.getInputProps('code')} />
        )}
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          {...currentToggle}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label={t('password.new')}
          description={t('password.hint')}
          autoComplete="new-password"
          {...newToggle}
          {...form.getInputProps('password')}
        />
        <FormError>{formError}</FormError>
        <Button type="submit" className={page.submit ?? ''} loading={isSubmitting} disabled={isOffline}>
          {t('password.submit')}
        </Button>
      </form>
    </Section>
  );
}
