import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { usePeopleCommands } from '#data/user-management/use-people.ts';
import { can } from '#domain/access/access.ts';
import type { Member } from '#domain/members/member.ts';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { PeopleDialog } from './PeopleDialog.tsx';
import { TransferDialog } from './TransferDialog.tsx';
import { useMemberLabel } from './use-member-label.ts';
import classes from './UserManagement.module.css';

type Props = { readonly member: Member; readonly isOnline: boolean };

/** Handing the company over to this person, and ending their membership. Each only for who may. */
export function MemberEnd({ member, isOnline }: Props) {
  const { ctx } = useCompany();
  if (member.is_owner) return null;
  return (
    <>
      {ctx.access.isOwner && <HandOver member={member} isOnline={isOnline} />}
      {can(ctx.access, 'users.remove') && <Remove member={member} isOnline={isOnline} />}
    </>
  );
}

function HandOver({ member, isOnline }: Props) {
  const { t } = useTranslation('people');
  const { company } = useCompany();
  const name = useMemberLabel()(member);
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={t('ownership.title')}>
      <div className={classes.row}>
        <p className={classes.line}>{t('ownership.text', { company: company.name, name })}</p>
        <Button variant="default" onClick={() => setAsking(true)} disabled={!isOnline} title={isOnline ? undefined : t('offlineShort')}>
          {t('ownership.action')}
        </Button>
      </div>
      {isAsking && <TransferDialog heir={member} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function Remove({ member, isOnline }: Props) {
  const { t } = useTranslation('people');
  const { company, ctx } = useCompany();
  const navigate = useNavigate();
  const { removeMember } = usePeopleCommands();
  const name = useMemberLabel()(member);
  const [isAsking, setAsking] = useState(false);
  const isAboveMe = member.is_admin && !ctx.access.isAdmin && !ctx.access.isOwner;
  const remove = async () => {
    await removeMember(member);
    showToast({ type: 'success', text: t('remove.done', { name }) });
    void navigate('/settings/user-management');
  };
  return (
    <Section title={t('remove.title')}>
      <div className={classes.row}>
        <p className={classes.line}>{isAboveMe ? t('member.admin') : t('remove.text', { name })}</p>
        <Button
          variant="light"
          color="red"
          onClick={() => setAsking(true)}
          disabled={!isOnline || isAboveMe}
          title={isOnline ? undefined : t('offlineShort')}
        >
          {t('remove.action')}
        </Button>
      </div>
      {isAsking && (
        <PeopleDialog
          title={t('remove.dialogTitle', { name, company: company.name })}
          confirmLabel={t('remove.confirm')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p className={classes.paragraph}>{t('remove.what', { name })}</p>
        </PeopleDialog>
      )}
    </Section>
  );
}
