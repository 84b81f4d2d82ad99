import { Button } from '@mantine/core';
import { IconMail, IconMailOff, IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { inviteCheck } from '#data/user-management/people.ts';
import { useInviteCheck } from '#data/user-management/use-invite-check.ts';
import { useSession } from '#data/session/use-session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SignOutDialog } from '#widgets/account/SignOutDialog.tsx';
import { InviteCard } from './InviteCard.tsx';
import classes from './Invitations.module.css';

/** The open invitations of whoever is signed in. The token of a mail stays in the address until somebody it is meant for has answered. */
export function AcceptInvitePage() {
  const { t } = useTranslation('company');
  const { invites } = useInviteCheck();
  const email = useOwnEmail();
  useEffect(() => {
    inviteCheck.seen();
    void inviteCheck.refresh();
    return () => void inviteCheck.refresh();
  }, []);
  if (invites.length === 0) return <NoInvites email={email} />;
  return (
    <>
      <PageHeader title={t('invite.title')} />
      <p className={classes.text}>{t('invite.intro', { email, count: invites.length })}</p>
      <ul className={classes.list}>
        {invites.map((invite) => (
          <InviteCard key={invite.id} invite={invite} />
        ))}
      </ul>
      <Later label={t('invite.later')} />
    </>
  );
}

function NoInvites({ email }: { email: string }) {
  const { t } = useTranslation('company');
  const { t: tCommon } = useTranslation();
  const { status, error } = useInviteCheck();
  const [params] = useSearchParams();
  const retry = <Button onClick={() => void inviteCheck.refresh()}>{tCommon('action.retry')}</Button>;
  if (status === 'checking') return <Notice icon={<IconMail size={24} />} title={t('invite.checking')} />;
  if (status === 'unknown' || error?.code === 'offline')
    return <Notice icon={<IconWifiOff size={24} />} title={t('invite.failed')} text={t('invite.offline')} action={retry} />;
  if (status === 'failed') return <Notice icon={<IconMailOff size={24} />} title={t('invite.failed')} action={retry} />;
  if (params.has('token'))
    return (
      <Notice
        icon={<IconMailOff size={24} />}
        title={t('invite.otherTitle', { email })}
        text={t('invite.otherText')}
        action={<OtherAccount />}
      />
    );
  return <Notice icon={<IconMailOff size={24} />} title={t('invite.noneTitle')} text={t('invite.noneText', { email })} />;
}

function Notice({ icon, title, text, action }: { icon: ReactNode; title: string; text?: string; action?: ReactNode }) {
  const { t } = useTranslation('company');
  const actions = (
    <>
      {action}
      <Later label={t('invite.home')} />
    </>
  );
  return <EmptyState isPage role="status" icon={icon} title={title} text={text} action={actions} />;
}

/** Leads to the companies, where one can be founded or another invitation be looked for. */
function Later({ label }: { label: string }) {
  return (
    <Button component={Link} to="/company/select-current" variant="default">
      {label}
    </Button>
  );
}

/** Signing out empties the device, so it asks; the token leads back here afterwards. */
function OtherAccount() {
  const { t } = useTranslation('company');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('invite.otherAccount')}</Button>
      <SignOutDialog isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function useOwnEmail(): string {
  const current = useSession();
  return 'user' in current ? current.user.email : '';
}
