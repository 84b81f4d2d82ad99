import { Button, Loader, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { confirmCode } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import { useSession } from '#data/session/use-session.ts';
import { AppError } from '#domain/errors.ts';
import { FormError } from '#ui/FormError.tsx';
import { Card } from '#ui/Card.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { emailCodeSchema } from './auth-schemas.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import { useMailLink } from './use-mail-link.ts';
import classes from './auth.module.css';

/** Redeems the link of a mail; when it is spent or incomplete, its code can be entered instead. The redirects of the app lead on. */
export function ConfirmPage() {
  const { t } = useTranslation('auth');
  const current = useSession();
  // Before the link: redeeming it may make somebody else of them.
  const [here] = useState(() => ('user' in current ? current.user : null));
  const { progress, redeem } = useMailLink(here);
  switch (progress.step) {
    case 'ask':
      return (
        <AuthCard title={t('confirm.askTitle')} text={t('confirm.ask', { email: here?.email })}>
          <div className={classes.fields}>
            <Button onClick={redeem}>{t('confirm.open')}</Button>
            <Button variant="default" component={Link} to="/" replace>
              {t('confirm.stay')}
            </Button>
          </div>
        </AuthCard>
      );
    case 'working':
      return (
        <AuthCard title={t('confirm.title')} text={t('confirm.working')}>
          <div role="status">
            <Loader size="sm" aria-hidden />
          </div>
        </AuthCard>
      );
    case 'half':
      return (
        <AuthCard title={t('confirm.title')} text={t('confirm.half')}>
          <WayBack />
        </AuthCard>
      );
    case 'failed':
      return <Failed error={progress.error} email={here?.email} onRetry={redeem} />;
    case 'enter_code':
      if (current.status === 'pending_second_factor')
        return (
          <AuthCard>
            <SecondFactorForm factors={current.factors} />
          </AuthCard>
        );
      return (
        <AuthCard title={t('confirm.title')}>
          <CodeForm />
        </AuthCard>
      );
  }
}

function AuthCard({ title, text, children }: { title?: string; text?: string; children: ReactNode }) {
  return (
    <Card isPage>
      {title && <AuthHeading title={title}>{text}</AuthHeading>}
      {children}
    </Card>
  );
}

function WayBack() {
  const { t } = useTranslation('auth');
  return (
    <Button component={Link} to="/" replace fullWidth>
      {t('confirm.back')}
    </Button>
  );
}

/** Reasons that all mean: this link is spent or too old. */
const SPENT: ReadonlySet<unknown> = new Set(['otp_expired', 'flow_state_expired', 'access_denied', 'link_refused']);

function Failed({ error, email, onRetry }: { error: unknown; email: string | undefined; onRetry: () => void }) {
  const { t } = useTranslation('auth');
  const refusal = useAuthRefusal();
  const known = error instanceof AppError ? error : null;
  const spent = email === undefined ? t('confirm.failed') : t('confirm.failedHere', { email });
  const text = known && !SPENT.has(known.data['reason']) ? (refusal(known)?.text ?? spent) : spent;
  if (known?.code === 'offline')
    return (
      <AuthCard title={t('confirm.title')}>
        <FormError>{text}</FormError>
        <Button onClick={onRetry}>{t('confirm.submit')}</Button>
      </AuthCard>
    );
  return (
    <AuthCard title={t('confirm.failedTitle')}>
      <FormError>{text}</FormError>
      {email === undefined ? <CodeForm /> : <WayBack />}
    </AuthCard>
  );
}

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
