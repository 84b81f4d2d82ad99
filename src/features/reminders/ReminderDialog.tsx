import { Button, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import type { DueReminder } from '#data/reminders/reminders.queries.ts';
import { unprintableIn } from '#domain/documents/printed-characters.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import fields from '#widgets/Fields.module.css';
import classes from './Reminders.module.css';
import type { ReminderWriter, WrittenReminder } from './use-reminder-writer.ts';

type Props = { due: DueReminder; writer: ReminderWriter; onClose: () => void };

const schema = z.object({
  to: z.email('invalidEmail'),
  subject: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(300, 'tooLong')),
  body: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(10_000, 'tooLong')),
});

/** One reminder as it will read; it can be changed before it is sent or printed. */
export function ReminderDialog({ due, writer, onClose }: Props) {
  const { t } = useTranslation('reminders');
  const { t: tMail } = useTranslation('mail');
  const isOffline = useIsOffline();
  const id = useId();
  const { form, formProps, formError, isSubmitting } = useRecordForm<WrittenReminder>({
    initialValues: writer.write(due),
    schema,
    submit: async (written) => {
      await writer.mail(due, written);
      showToast({ text: t('toast.queued', { count: 1 }) });
      onClose();
    },
  });
  const print = useCommand(async () => {
    await writer.post([{ due, written: form.values }]);
    showToast({ text: t('toast.printed', { count: 1 }) });
    onClose();
  });
  const unprintable = unprintableIn(`${form.values.body} ${due.invoice.buyer?.name ?? ''}`);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('dialogTitle', { level: t(`level.${due.proposal.level}`), number: due.invoice.number ?? '' })}
      size="md"
      footer={
        <>
          <Button variant="default" onClick={() => void print.run()} loading={print.isRunning}>
            {t('print', { count: 1 })}
          </Button>
          <Button type="submit" form={id} loading={isSubmitting}>
            {tMail(isOffline ? 'send.submitLater' : 'send.submit')}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps}>
        <div className={classes.fields}>
          <FormError>{formError}</FormError>
          {isOffline && <p className={fields.hint}>{tMail('send.offline')}</p>}
          <TextInput label={tMail('send.to')} autoComplete="off" {...form.getInputProps('to')} />
          <TextInput label={tMail('send.subject')} required autoComplete="off" {...form.getInputProps('subject')} />
          <Textarea label={tMail('send.body')} required autosize minRows={8} maxRows={16} {...form.getInputProps('body')} />
          {writer.isOwnMissing && <p className={`${fields.hint} ${fields.warning}`}>{tMail('send.ownTextsMissing')}</p>}
          <p className={fields.hint}>{t('printHint')}</p>
          {unprintable.length > 0 && (
            <p className={`${fields.hint} ${fields.warning}`}>{t('unprintable', { characters: unprintable.join(' ') })}</p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
