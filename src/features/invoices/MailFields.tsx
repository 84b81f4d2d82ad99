import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MailFormValues } from './mail-form.ts';

/** To whom a mail goes and what it says. */
export function MailFields({ inputProps }: { inputProps: (field: keyof MailFormValues) => object }) {
  const { t } = useTranslation('mail');
  return (
    <>
      <TextInput label={t('send.to')} description={t('send.toHint')} required autoComplete="off" {...inputProps('to')} />
      <TextInput label={t('send.cc')} autoComplete="off" {...inputProps('cc')} />
      <TextInput label={t('send.subject')} required autoComplete="off" {...inputProps('subject')} />
      <Textarea label={t('send.body')} required autosize minRows={6} maxRows={14} {...inputProps('body')} />
    </>
  );
}
