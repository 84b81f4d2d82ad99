import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { proveIdentity } from '#data/user-management/prove-identity.ts';
import { usePeopleCommands } from '#data/user-management/use-people.ts';
import { session } from '#data/session/session.ts';
import type { Member } from '#domain/members/member.ts';
import { showToast } from '#ui/toast.ts';
import { ProofField } from '#widgets/account/ProofField.tsx';
import { PeopleDialog } from './PeopleDialog.tsx';
import { useMemberLabel } from './use-member-label.ts';
import classes from './UserManagement.module.css';

/** Hands the company over, after the owner has shown once more that it is them. */
export function TransferDialog({ heir, onClose }: { heir: Member; onClose: () => void }) {
  const { t } = useTranslation('people');
  const { company } = useCompany();
  const { transferOwnership } = usePeopleCommands();
  const [secret, setSecret] = useState('');
  const name = useMemberLabel()(heir);
  const transfer = async () => {
    await proveIdentity(session, secret);
    await transferOwnership(heir);
    showToast({ type: 'success', text: t('ownership.done', { name, company: company.name }) });
  };
  return (
    <PeopleDialog
      title={t('ownership.dialogTitle', { name })}
      confirmLabel={t('ownership.confirm')}
      onConfirm={transfer}
      onClose={onClose}
      isReady={secret.trim() !== ''}
    >
      <p className={classes.paragraph}>{t('ownership.warning', { name })}</p>
      <p className={classes.paragraph}>{t('ownership.proof')}</p>
      <ProofField value={secret} onChange={setSecret} />
    </PeopleDialog>
  );
}
