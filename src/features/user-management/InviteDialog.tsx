import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompany } from '#data/core/company-context.ts';
import { usePeopleCommands } from '#data/user-management/use-people.ts';
import { AppError } from '#domain/errors.ts';
import { INVITE_DAYS, normalisedEmail } from '#domain/invites/invite.ts';
import { PERMISSION_KEYS } from '#domain/access/access.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { accessOfRole, mayChange, NO_ACCESS } from './access-value.ts';
import { KeyFields, RoleFields } from './AccessFields.tsx';
import { usePeopleRefusal } from './use-people-refusal.ts';
import classes from './UserManagement.module.css';

type Props = { readonly onClose: () => void; readonly onSent: () => void };

/** Invites somebody by mail: the address, what they will be allowed to do, and the language they are written to in. */
export function InviteDialog({ onClose, onSent }: Props) {
  const { t } = useTranslation('people');
  const { t: tCommon } = useTranslation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const formId = useId();
  const isSent = sentTo !== null;
  const done = (email: string) => {
    setSentTo(email);
    onSent();
  };
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title={t(isSent ? 'invite.sentTitle' : 'invite.title')}
      footer={
        isSent ? (
          <>
            <Button variant="default" onClick={() => setSentTo(null)}>
              {t('invite.another')}
            </Button>
            <Button onClick={onClose}>{t('invite.done')}</Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {tCommon('action.cancel')}
            </Button>
            <Button type="submit" form={formId} loading={isSending}>
              {t('invite.send')}
            </Button>
          </>
        )
      }
    >
      {isSent ? (
        <div className={classes.sent} role="status">
          <IconMailCheck size={32} aria-hidden />
          {t('invite.sent', { email: sentTo, count: INVITE_DAYS })}
        </div>
      ) : (
        <InviteForm id={formId} onSent={done} onBusy={setSending} />
      )}
    </Dialog>
  );
}

const schema = z.object({ email: normalisedEmail(), language: z.enum(['en', 'de']) });
type FormProps = { readonly id: string; readonly onSent: (email: string) => void; readonly onBusy: (isBusy: boolean) => void };

function InviteForm({ id, onSent, onBusy }: FormProps) {
  const { t, i18n } = useTranslation('people');
  const { t: tNavigation } = useTranslation('navigation');
  const { ctx } = useCompany();
  const refusal = usePeopleRefusal();
  const { sendInvite } = usePeopleCommands();
  const [access, setAccess] = useState(() =>
    mayChange(ctx.access, NO_ACCESS, accessOfRole('employee')) ? accessOfRole('employee') : NO_ACCESS,
  );
  const { form, formProps, formError } = useRecordForm<z.infer<typeof schema>>({
    initialValues: { email: '', language: i18n.language === 'de' ? 'de' : 'en' },
    schema,
    async submit({ email, language }) {
      onBusy(true);
      try {
        const keys = PERMISSION_KEYS.filter((key) => access.keys.has(key));
        onSent((await sendInvite({ email, language, is_admin: access.isAdmin, keys })).email);
      } finally {
        onBusy(false);
      }
    },
    describe: (error) => {
      const text = refusal(error);
      return error instanceof AppError && error.data['reason'] === 'already_member' ? { field: 'email', text } : { text };
    },
  });
  const fields = { value: access, base: NO_ACCESS, giver: ctx.access, onChange: setAccess };
  return (
    <form {...formProps} id={id} className={classes.stack}>
      <FormError>{formError}</FormError>
      <TextInput label={t('invite.email')} type="email" autoComplete="off" autoFocus {...form.getInputProps('email')} />
      <RoleFields {...fields} />
      <details className={classes.details}>
        <summary>{t('invite.single')}</summary>
        <KeyFields {...fields} />
      </details>
      <NativeSelect
        label={t('invite.language')}
        data={(['en', 'de'] as const).map((value) => ({ value, label: tNavigation(`language.${value}`) }))}
        {...form.getInputProps('language')}
      />
    </form>
  );
}
