import { Button, Loader, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { confirmCode, confirmLink } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import { AppError } from '#domain/errors.ts';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { emailCodeSchema } from './auth-schemas.ts';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import classes from './auth.module.css';

type Progress = { step: 'working' } | { step: 'enter_code' } | { step: 'failed'; error: unknown };

/** Redeems the link of a mail; when it is spent or incomplete, its code can be entered instead. The redirects of the app lead on. */
export function ConfirmPage() {
  const { t } = useTranslation('auth');
  const { progress, retry } = useRedeemedLink();
  const refusal = useAuthRefusal();
  if (progress.step === 'working')
    return (
      <div className={classes.bare}>
        <div className={classes.paper} role="status">
          <AuthHeading title={t('confirm.title')}>{t('confirm.working')}</AuthHeading>
          <Loader size="sm" aria-hidden />
        </div>
      </div>
    );
  const isOffline = progress.step === 'failed' && progress.error instanceof AppError && progress.error.code === 'offline';
  return (
    <div className={classes.bare}>
      <div className={classes.paper}>
        <AuthHeading title={t(progress.step === 'failed' && !isOffline ? 'confirm.failedTitle' : 'confirm.title')} />
        {progress.step === 'failed' && <FormError>{refusal(progress.error)?.text ?? t('confirm.failed')}</FormError>}
        {isOffline ? <Button onClick={retry}>{t('confirm.submit')}</Button> : <CodeForm />}
      </div>
    </div>
  );
}

function useRedeemedLink() {
  const [progress, setProgress] = useState<Progress>(() => ({ step: hasLink(location) ? 'working' : 'enter_code' }));
  const [attempt, setAttempt] = useState(0);
  const redeemed = useRef(-1);
  useEffect(() => {
    // A link works once: StrictMode's second run of the effect must not spend it again.
    if (redeemed.current === attempt || !hasLink(location)) return;
    redeemed.current = attempt;
    setProgress({ step: 'working' });
    confirmLink(session, new URL(location.href)).catch((error: unknown) => setProgress({ step: 'failed', error }));
  }, [attempt]);
  return { progress, retry: () => setAttempt(attempt + 1) };
}

const hasLink = ({ search, hash }: Location): boolean =>
  /[?&#](code|token_hash|access_token|error|error_code|error_description)=/.test(search + hash);

function CodeForm() {
  const { t } = useTranslation('auth');
  const refusal = useAuthRefusal();
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { email: new URLSearchParams(location.search).get('email') ?? '', code: '' },
    schema: emailCodeSchema,
    submit: ({ email, code }) => confirmCode(session, { email, code, type: purpose() }),
    describe: refusal,
  });
  return (
    <>
      <form {...formProps} className={classes.fields}>
        <TextInput label={t('field.email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
        <TextInput
          label={t('field.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          classNames={{ input: classes.code ?? '' }}
          {...form.getInputProps('code')}
        />
        <FormError>{formError}</FormError>
        <Button type="submit" className={classes.submit ?? ''} loading={isSubmitting}>
          {t('confirm.submit')}
        </Button>
      </form>
      <p className={classes.links}>
        <Link className={classes.link} to="/auth/login">
          {t('reset.back')}
        </Link>
      </p>
    </>
  );
}

const purpose = (): 'signup' | 'recovery' => (new URLSearchParams(location.search).get('type') === 'recovery' ? 'recovery' : 'signup');
