import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { confirmCode, hasMailPage, requestPasswordReset, resendConfirmation } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { AuthHeading } from './AuthHeading.tsx';
import { codeSchema } from './auth-schemas.ts';
import { ResendButton } from './ResendButton.tsx';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import { useConfirmUrl } from './use-confirm-url.ts';
import { useIsEntering } from './use-is-entering.ts';
import classes from './auth.module.css';

type Props = { email: string; kind: 'signup' | 'recovery'; onOtherAddress: () => void };

/** After a mail was asked for: enter its code here, ask for another, or correct the address. */
export function CheckYourMail({ email, kind, onOtherAddress }: Props) {
  const { t } = useTranslation('auth');
  const redirectTo = useConfirmUrl();
  const refusal = useAuthRefusal();
  const { form, formProps, formError, setFormError, isSubmitting } = useRecordForm({
    initialValues: { code: '' },
    schema: codeSchema,
    submit: ({ code }) => confirmCode(session, { email, code, type: kind }),
    describe: refusal,
  });
  const isEntering = useIsEntering(isSubmitting);
  const resend = () =>
    kind === 'signup' ? resendConfirmation(session, { email, redirectTo }) : requestPasswordReset(session, { email, redirectTo });
  return (
    <>
      <AuthHeading title={t('checkMail.title')}>{t(`checkMail.${kind}`, { email })}</AuthHeading>
      {hasMailPage() && <p className={classes.mailPage}>{t('checkMail.mailPage')}</p>}
      <form {...formProps} className={classes.fields}>
        <TextInput
          label={t('field.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={12}
          classNames={{ input: classes.code ?? '' }}
          {...form.getInputProps('code')}
        />
        <FormError>{formError}</FormError>
        <Button type="submit" className={classes.submit ?? ''} loading={isEntering}>
          {t('confirm.submit')}
        </Button>
      </form>
      <p className={classes.links}>
        <ResendButton resend={resend} onRefused={(error) => setFormError(refusal(error)?.text ?? t('error.unknown'))} />
        <button type="button" className={classes.link} onClick={onOtherAddress}>
          {t('checkMail.otherAddress')}
        </button>
      </p>
    </>
  );
}
