import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createRecoveryCodes, recoveryCodesLeft } from '#data/account-settings/recovery-codes.ts';
import { type EnrolledFactor, type Enrolment, startEnrolment } from '#data/account-settings/second-factors.ts';
import { verifySecondFactor } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { CodeInput } from '#widgets/account/CodeInput.tsx';
import { usePasswordToggle } from '#widgets/account/use-password-toggle.ts';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import page from '#widgets/account/AccountPage.module.css';
import { CopyButton } from './CopyButton.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { factorCodeSchema, factorNameSchema, firstFactorSchema } from './security-schemas.ts';
import classes from './Security.module.css';

type Props = { factors: readonly EnrolledFactor[]; email: string; onClose: () => void; onAdded: () => Promise<void> };

/** Name, QR code and first code of an authenticator app; with the first app come the recovery codes. */
export function AddFactorDialog({ factors, email, onClose, onAdded }: Props) {
  const { t } = useTranslation('security');
  const [enrolment, setEnrolment] = useState<(Enrolment & { name: string }) | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = async (name: string) => {
    showToast({ type: 'success', text: t('factor.added', { name }) });
    // The factor counts from here on: codes that can't be made now are offered on the page.
    const fresh = await firstCodes().catch(() => null);
    await onAdded();
    if (fresh) setCodes(fresh);
    else onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} size="md" title={t(codes ? 'recovery.codesTitle' : 'factor.addTitle')}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : enrolment ? (
        <CodeStep enrolment={enrolment} onVerified={() => finish(enrolment.name)} isFirst={factors.length === 0} />
      ) : (
        <NameStep takenNames={factors.map(({ name }) => name)} email={email} onStarted={setEnrolment} />
      )}
    </Dialog>
  );
}

async function firstCodes(): Promise<string[] | null> {
  return (await recoveryCodesLeft(session)) > 0 ? null : createRecoveryCodes(session);
}

type NameProps = { takenNames: readonly string[]; email: string; onStarted: (enrolment: Enrolment & { name: string }) => void };

function NameStep({ takenNames, email, onStarted }: NameProps) {
  const { t } = useTranslation('security');
  const refusal = useAuthRefusal();
  const suggested = t('factor.defaultName');
  const isFirst = takenNames.length === 0;
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { name: takenNames.includes(suggested) ? '' : suggested, currentPassword: '' },
    schema: isFirst ? firstFactorSchema : factorNameSchema,
    submit: async ({ name, currentPassword }) => {
      const asked = { name, issuer: 'Kontor', ...(isFirst && { currentPassword }) };
      onStarted({ ...(await startEnrolment(session, asked)), name: name.trim() });
    },
    describe: refusal,
  });
  const toggle = usePasswordToggle(form.errors['currentPassword']);
  return (
    <form {...formProps} className={page.fields}>
      <TextInput label={t('factor.name')} description={t('factor.nameHint')} autoFocus autoComplete="off" {...form.getInputProps('name')} />
      {isFirst && (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordInput
            label={t('password.current')}
            description={t('factor.passwordHint')}
            autoComplete="current-password"
            {...toggle}
            {...form.getInputProps('currentPassword')}
          />
        </>
      )}
      <FormError>{formError}</FormError>
      <Button type="submit" className={page.submit ?? ''} loading={isSubmitting}>
        {t('factor.next')}
      </Button>
    </form>
  );
}

type CodeProps = { enrolment: Enrolment; onVerified: () => Promise<void>; isFirst: boolean };

function CodeStep({ enrolment, onVerified, isFirst }: CodeProps) {
  const { t } = useTranslation('security');
  const refusal = useAuthRefusal();
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { code: '' },
    schema: factorCodeSchema,
    submit: async ({ code }) => {
      await verifySecondFactor(session, { factorId: enrolment.factorId, code });
      await onVerified();
    },
    describe: refusal,
  });
  return (
    <>
      <div className={classes.enrol}>
        <QrCode payload={enrolment.uri} label={t('factor.qr')} />
        <div className={classes.enrolText}>
          <p>{t('factor.scan')}</p>
          <span className={classes.meta}>{t('factor.secret')}</span>
          <code className={classes.secret}>{enrolment.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={enrolment.secret} label={t('factor.copy')} done={t('factor.copied')} />
        </div>
      </div>
      <form {...formProps} className={page.fields}>
        <CodeInput label={t('factor.code')} autoFocus {...form.getInputProps('code')} />
        {isFirst && <p className={classes.meta}>{t('factor.othersOut')}</p>}
        <FormError>{formError}</FormError>
        <Button type="submit" className={page.submit ?? ''} loading={isSubmitting}>
          {t('factor.confirm')}
        </Button>
      </form>
    </>
  );
}
