import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useMembers } from '#data/members/use-members.ts';
import { useCompanyInvites } from '#data/user-management/use-people.ts';
import { can } from '#domain/access/access.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { LeaveCompany } from './LeaveCompany.tsx';
import { MemberList } from './MemberList.tsx';
import { MemberPage } from './MemberPage.tsx';
import { OfflineNote } from './OfflineNote.tsx';
import { PendingInvites } from './PendingInvites.tsx';
import classes from './UserManagement.module.css';

/** The people of the company; `?member=` shows one of them. The list is on the device, every change needs a connection. */
export function UserManagementPage() {
  const { t } = useTranslation('people');
  const [params] = useSearchParams();
  const { value: members } = useMembers();
  const isOnline = useHasConnection();
  const userId = params.get('member');
  if (!members) return null;
  if (userId === null) return <People isOnline={isOnline} />;
  const member = members.get(userId);
  if (member) return <MemberPage key={userId} member={member} isOnline={isOnline} />;
  return (
    <>
      <PageHeader title={t('title')} back={{ to: '/settings/user-management', label: t('member.back') }} />
      <EmptyState role="status" title={t('member.gone')} text={t('member.goneText')} />
    </>
  );
}

function People({ isOnline }: { isOnline: boolean }) {
  const { t } = useTranslation('people');
  const { company, ctx } = useCompany();
  const isOpen = can(ctx.access, 'users.view');
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.page}>
        <p className={classes.intro}>{t(isOpen ? 'intro' : 'introOwn', { company: company.name })}</p>
        {!isOnline && <OfflineNote />}
        {isOpen ? <PeopleAndInvites isOnline={isOnline} /> : <MemberList />}
        <LeaveCompany isOnline={isOnline} />
      </div>
    </>
  );
}

function PeopleAndInvites({ isOnline }: { isOnline: boolean }) {
  const { t } = useTranslation('people');
  const { ctx } = useCompany();
  const invites = useCompanyInvites(isOnline);
  const [isInviting, setInviting] = useState(false);
  const mayInvite = can(ctx.access, 'users.invite');
  const invite = (
    <Button
      leftSection={<IconUserPlus size={18} aria-hidden />}
      onClick={() => setInviting(true)}
      disabled={!isOnline || !mayInvite}
      title={mayInvite ? (isOnline ? undefined : t('offlineShort')) : t('invite.noRight')}
    >
      {t('invite.action')}
    </Button>
  );
  return (
    <>
      <MemberList actions={invite} />
      <PendingInvites invites={invites} isOnline={isOnline} />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onSent={() => void invites.refresh()} />}
    </>
  );
}
