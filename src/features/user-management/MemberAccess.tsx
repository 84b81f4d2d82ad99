import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { usePeopleCommands } from '#data/user-management/use-people.ts';
import type { Member } from '#domain/members/member.ts';
import { FormError } from '#ui/FormError.tsx';
import { LeaveGuard } from '#ui/LeaveGuard.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { accessOfMember, type AccessValue, changesBetween, isSameAccess, mayChange, NO_CHANGES, withChanges } from './access-value.ts';
import { KeyFields, RoleFields } from './AccessFields.tsx';
import { useMemberLabel } from './use-member-label.ts';
import { usePeopleRefusal } from './use-people-refusal.ts';
import classes from './UserManagement.module.css';

type Props = { readonly member: Member; readonly isOnline: boolean };

/** Role and single rights of a member, given with one press. What somebody else changes meanwhile stays as they left it. */
export function MemberAccess({ member, isOnline }: Props) {
  const { t } = useTranslation('people');
  const { ctx } = useCompany();
  const { base, value, change, save, isSaving, error } = useAccessForm(member);
  const fields = { value, base, giver: ctx.access, onChange: change, isReadOnly: !isOnline };
  const isDirty = !isSameAccess(base, value);
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      <Section title={t('member.rights')}>
        <RoleFields {...fields} />
      </Section>
      <Section title={t('member.single')}>
        <KeyFields {...fields} />
      </Section>
      {(isDirty || error) && (
        <div className={classes.save} data-save-bar>
          {error && <FormError>{error}</FormError>}
          <Button variant="default" onClick={() => change(base)} disabled={isSaving}>
            {t('member.discard')}
          </Button>
          <Button
            onClick={() => void save()}
            loading={isSaving}
            disabled={!isDirty || !isOnline || !mayChange(ctx.access, base, value)}
            title={isOnline ? undefined : t('offlineShort')}
          >
            {t('member.save')}
          </Button>
        </div>
      )}
    </>
  );
}

function useAccessForm(member: Member) {
  const { t } = useTranslation('people');
  const refusal = usePeopleRefusal();
  const label = useMemberLabel();
  const { setAccess } = usePeopleCommands();
  const [changes, setChanges] = useState(NO_CHANGES);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const base = accessOfMember(member);
  const value = withChanges(base, changes);
  // What the person has by now is no change any more: taken away again, it stays away.
  const left = changesBetween(base, value);
  if (left.keys.size < changes.keys.size || (left.isAdmin === null && changes.isAdmin !== null)) setChanges(left);
  const change = (wanted: AccessValue) => {
    setError(null);
    setChanges(changesBetween(base, wanted));
  };
  const save = async () => {
    setSaving(true);
    setError(null);
    try {
      await setAccess(member, { isAdmin: value.isAdmin, keys: [...value.keys] });
      showToast({ type: 'success', text: t('member.saved', { name: label(member) }) });
    } catch (refused) {
      setError(refusal(refused));
    }
    setSaving(false);
  };
  return { base, value, change, save, isSaving, error };
}
