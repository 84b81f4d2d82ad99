import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { type BankAccountInput, bankAccountInputSchema, emptyBankAccount } from '#domain/bank-accounts/bank-account-input.ts';
import type { BankAccount } from '#domain/bank-accounts/bank-account.ts';
import { groupedIban, isIban } from '#domain/documents/iban.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import classes from './Settings.module.css';

type Props = { account: BankAccount | null; onClose: () => void };

/** Adds an account or changes one. */
export function BankAccountDialog({ account, onClose }: Props) {
  const { t } = useTranslation('settings');
  const { saveBankAccount } = useCompanyCommands();
  const { form, ...bound } = useRecordForm<BankAccountInput>({
    initialValues: account ? { name: account.name, iban: groupedIban(account.iban), bic: account.bic } : emptyBankAccount,
    schema: bankAccountInputSchema,
    submit: async (values) => {
      await saveBankAccount(account, values);
      showToast({ type: 'success', text: t('bank.saved') });
      onClose();
    },
  });
  const iban = form.getInputProps('iban');
  const group = () => isIban(form.values.iban) && form.setFieldValue('iban', groupedIban(form.values.iban));
  return (
    <FormDialog title={t(account ? 'bank.editTitle' : 'bank.add')} confirmLabel={t('bank.save')} onClose={onClose} {...bound}>
      <div className={classes.stack}>
        <TextInput label={t('bank.iban')} required autoComplete="off" spellCheck={false} {...iban} onBlur={group} />
        <TextInput label={t('bank.bic')} description={t('bank.bicHint')} autoComplete="off" {...form.getInputProps('bic')} />
        <TextInput label={t('bank.name')} description={t('bank.nameHint')} autoComplete="off" {...form.getInputProps('name')} />
      </div>
    </FormDialog>
  );
}
