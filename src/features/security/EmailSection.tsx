import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useSearchParams } from 'react-router-dom';
import { changeEmail, confirmEmailCode, refreshAccount, unconfirmedEmail } from '#data/account-settings/credentials.ts';
import { useOnline } from '#data/account-settings/use-account.ts';
import { session } from '#data/session/session.ts';
import { AppError } from '#domain/errors.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { CodeInput } from '#widgets/account/CodeInput.tsx';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import page from '#widgets/account/AccountPage.module.css';
import { factorCodeSchema, emailSchema } from './security-schemas.ts';
import classes from './Security.module.css';

type Props = { email: string; isOffline: boolean };

/** Another mail address: asked for here, confirmed from both mailboxes, by the link or the code of each mail. */
export function EmailSection({ email, isOffline }: Props) {
  const { t } = useTranslation('security');
  const { value: waiting, reload } = useOnline(unconfirmedEmail);
  const [isChanging, setChanging] = useState(false);
  const returned = useReturnFromMail(reload);
  return (
    <Section title={t('email.title')} text={t('email.text', { email })}>
      {returned && <p className={classes.line}>{returned}</p>}
      {waiting && !isChanging ? (
        <CodeForm email={email} waiting={waiting} isOffline={isOffline} onConfirmed={reload} onOther={() => setChanging(true)} />
      ) : (
        <AddressForm
          email={email}
          isOffline={isOffline}
          onAsked={async () => {
            setChanging(false);
            await reload();
          }}
        />
      )}
    </Section>
  );
}

/** What came back with the link of a mail; the address in the bar is cleaned of it. */
function useReturnFromMail(reload: () => Promise<void>): string | null {
  const { t } = useTranslation('security');
  const refusal = useAuthRefusal();
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState<string | null>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const hash = new URLSearchParams(location.hash.slice(1));
    const reason = params.get('error_code') ?? hash.get('error_code');
    if (isDone.current || params.get('email') !== 'changed') return;
    isDone.current = true;
    const say = (text: string | null) => {
      setShown(text);
      setParams({}, { replace: true });
    };
    if (reason) return say(refusal(new AppError('invalid_input', { reason }))?.text ?? null);
    const isHalf = params.has('message') || hash.has('message');
    refreshAccount(session).then(
      () => say(isHalf ? t('email.bothMails') : null),
      () => say(null),
    );
    void reload();
  }, [params, setParams, refusal, reload, t]);
  return shown;
}

type AddressProps = { email: string; isOffline: boolean; onAsked: () => Promise<void> };

function AddressForm({ email, isOffline, onAsked }: AddressProps) {
  const { t } = useTranslation('security');
  const refusal = useAuthRefusal();
  const redirectTo = location.origin + useHref('/settings/security?email=changed');
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { email: '' },
    schema: emailSchema,
    submit: async (values): Promise<void> => {
      if (values.email.trim().toLowerCase() === email.toLowerCase()) {
        form.setFieldError('email', t('email.same'));
        return;
      }
      await changeEmail(session, { email: values.email, redirectTo });
      form.reset();
      await onAsked();
    },
    describe: refusal,
  });
  return (
    <form {...formProps} className={page.fields}>
      <TextInput label={t('email.new')} type="email" autoComplete="email" {...form.getInputProps('email')} />
      <FormError>{formError}</FormError>
      <Button type="submit" className={page.submit ?? ''} loading={isSubmitting} disabled={isOffline}>
        {t('email.submit')}
      </Button>
    </form>
  );
}

type CodeProps = { email: string; waiting: string; isOffline: boolean; onConfirmed: () => Promise<void>; onOther: () => void };

function CodeForm({ email, waiting, isOffline, onConfirmed, onOther }: CodeProps) {
  const { t } = useTranslation('security');
  const refusal = useAuthRefusal();
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { code: '' },
    schema: factorCodeSchema,
    submit: async ({ code }) => {
      const isDone = await confirmEmailCode(session, { waiting, current: email, code });
      form.reset();
      showToast(isDone ? { type: 'success', text: t('email.done', { email: waiting }) } : { type: 'info', text: t('email.bothMails') });
      await onConfirmed();
    },
    describe: refusal,
  });
  return (
    <form {...formProps} className={page.fields}>
      <p className={classes.line}>{t('email.pending', { email: waiting, current: email })}</p>
      <CodeInput label={t('email.code')} {...form.getInputProps('code')} />
      <FormError>{formError}</FormError>
      <div className={page.buttons}>
        <Button type="submit" loading={isSubmitting} disabled={isOffline}>
          {t('email.confirm')}
        </Button>
        <Button variant="subtle" onClick={onOther}>
          {t('email.other')}
        </Button>
      </div>
    </form>
  );
}
