import { Button, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { showToast, type ToastRequest } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import fields from '#widgets/Fields.module.css';
import { useMailRefusal } from '#widgets/use-mail-refusal.ts';
import classes from './MailDialog.module.css';
import { mailFormSchema, type MailFormValues } from './mail-form.ts';

type Props = {
  title: ReactNode;
  initial: Omit<MailFormValues, 'cc'>;
  /** What is checked of a mail that waits for a connection. */
  waits: 'offline' | 'offlineNote';
  /** The words are the product's, because the company's could not be read. */
  isOwnMissing?: boolean;
  /** Nothing can be sent yet. */
  isHeld?: boolean;
  /** Said above the fields. */
  notice?: ReactNode;
  /** What goes with it, said below the fields. */
  children: (written: MailFormValues) => ReactNode;
  /** Another way than by mail; without one it can be left alone. */
  otherWay?: (written: MailFormValues) => ReactNode;
  /** Hands the mail over; what is said of that, or null where nothing came of it. */
  send: (written: MailFormValues, isOffline: boolean) => Promise<ToastRequest | null>;
  onSent: () => void;
  onClose: () => void;
};

/** A mail as it will read; it can be changed before it is sent. Without a connection it waits on this device. */
export function MailDialog({ title, initial, waits, isOwnMissing, isHeld, notice, children, otherWay, send, onSent, onClose }: Props) {
  const { t } = useTranslation('mail');
  const { t: tCommon } = useTranslation();
  const isOffline = useIsOffline();
  const id = useId();
  const { form, formProps, formError, isSubmitting } = useRecordForm<MailFormValues>({
    initialValues: { cc: '', ...initial },
    schema: mailFormSchema,
    submit: async (written) => {
      const said = await send(written, isOffline);
      if (!said) return;
      showToast(said);
      onSent();
    },
    describe: useMailRefusal(),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      size="md"
      footer={
        <>
          {otherWay?.(form.values) ?? (
            <Button variant="default" onClick={onClose}>
              {tCommon('action.cancel')}
            </Button>
          )}
          <Button type="submit" form={id} loading={isSubmitting} disabled={isHeld === true}>
            {t(isOffline ? 'send.submitLater' : 'send.submit')}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps}>
        <div className={classes.fields}>
          <FormError>{formError}</FormError>
          {isOffline && <p className={fields.hint}>{t(`send.${waits}`)}</p>}
          {notice}
          <TextInput label={t('send.to')} description={t('send.toHint')} required autoComplete="off" {...form.getInputProps('to')} />
          <TextInput label={t('send.cc')} autoComplete="off" {...form.getInputProps('cc')} />
          <TextInput label={t('send.subject')} required autoComplete="off" {...form.getInputProps('subject')} />
          <Textarea label={t('send.body')} required autosize minRows={6} maxRows={14} {...form.getInputProps('body')} />
          {isOwnMissing && <p className={`${fields.hint} ${fields.warning}`}>{t('send.ownTextsMissing')}</p>}
          {children(form.values)}
        </div>
      </form>
    </Dialog>
  );
}
