import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { type CompanyInvites, usePeopleCommands } from '#data/user-management/use-people.ts';
import { can } from '#domain/access/access.ts';
import { type Invite, isInviteOpen } from '#domain/invites/invite.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { roleOf } from '#domain/access/role.ts';
import { accessOfMember } from './access-value.ts';
import { PeopleDialog } from './PeopleDialog.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { usePeopleRefusal } from './use-people-refusal.ts';
import classes from './UserManagement.module.css';

type Props = { readonly invites: CompanyInvites; readonly isOnline: boolean };

/** Who is invited and has not answered. Known only to the server, so offline it is said that they come later. */
export function PendingInvites({ invites: { invites, error, refresh }, isOnline }: Props) {
  const { t } = useTranslation('people');
  const { t: tCommon } = useTranslation();
  const isListed = invites !== undefined && invites.length > 0;
  return (
    <Section title={t('invites.title')} isFlush={isListed}>
      {isListed ? (
        <ul className={classes.people}>
          {invites.map((invite) => (
            <li key={invite.id}>
              <InviteRow invite={invite} isOnline={isOnline} onChanged={refresh} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={classes.row}>
          <p className={classes.hint}>{t(`invites.${stateOf(invites, error !== null, isOnline)}`)}</p>
          {error && isOnline && (
            <Button variant="default" size="xs" onClick={() => void refresh()}>
              {tCommon('action.retry')}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

function stateOf(invites: readonly Invite[] | undefined, hasFailed: boolean, isOnline: boolean) {
  if (invites) return 'empty';
  if (!isOnline) return 'offline';
  return hasFailed ? 'failed' : 'loading';
}

type RowProps = { readonly invite: Invite; readonly isOnline: boolean; readonly onChanged: () => Promise<void> };

function InviteRow({ invite, isOnline, onChanged }: RowProps) {
  const { t } = useTranslation('people');
  const { ctx } = useCompany();
  const format = useFormat();
  const { email } = invite;
  return (
    <div className={classes.person}>
      <span className={classes.who}>
        <span className={classes.name}>{email}</span>
        <span className={classes.sub}>
          {t('invites.sent', { when: format.instant(invite.updated_at) })}
          {isInviteOpen(invite, ctx.now()) && `, ${t('invites.until', { when: format.instant(invite.expires_at) })}`}
        </span>
      </span>
      {isInviteOpen(invite, ctx.now()) ? (
        <RoleBadge role={roleOf(accessOfMember(invite))} />
      ) : (
        <StatusBadge tone="red">{t('invites.expired')}</StatusBadge>
      )}
      {can(ctx.access, 'users.invite') && <InviteActions invite={invite} isOnline={isOnline} onChanged={onChanged} />}
    </div>
  );
}

function InviteActions({ invite, isOnline, onChanged }: RowProps) {
  const { t } = useTranslation('people');
  const refusal = usePeopleRefusal();
  const { resendInvite, revokeInvite } = usePeopleCommands();
  const [isSending, setSending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { email } = invite;
  const resend = async () => {
    setSending(true);
    try {
      await resendInvite(invite);
      showToast({ type: 'success', text: t('invites.resent', { email }) });
    } catch (refused) {
      showToast({ type: 'error', text: refusal(refused) });
    }
    setSending(false);
    await onChanged();
  };
  const revoke = async () => {
    await revokeInvite(invite);
    showToast({ type: 'success', text: t('invites.revoked', { email }) });
    await onChanged();
  };
  const title = isOnline ? undefined : t('offlineShort');
  return (
    <span className={classes.buttons}>
      <Button
        size="xs"
        variant="default"
        onClick={() => void resend()}
        loading={isSending}
        disabled={!isOnline}
        title={title}
        aria-label={t('invites.resendOf', { email })}
      >
        {t('invites.resend')}
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => setAsking(true)}
        disabled={!isOnline}
        title={title}
        aria-label={t('invites.revokeOf', { email })}
      >
        {t('invites.revoke')}
      </Button>
      {isAsking && (
        <PeopleDialog
          title={t('invites.revokeTitle', { email })}
          confirmLabel={t('invites.revoke')}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p className={classes.paragraph}>{t('invites.revokeText')}</p>
        </PeopleDialog>
      )}
    </span>
  );
}
