import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { acceptInvite, declineInvite, inviteCheck } from '#data/user-management/people.ts';
import { AppError } from '#domain/errors.ts';
import type { PendingInvite } from '#domain/invites/invite.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import { useWhileShown } from '#ui/use-while-shown.ts';
import classes from './Invitations.module.css';

/** One invitation: who invites to what, and the two answers. */
export function InviteCard({ invite }: { invite: PendingInvite }) {
  const { t } = useTranslation('company');
  const format = useFormat();
  const id = useId();
  const { accept, isAccepting, error } = useAccept(invite);
  const [isDeclining, setDeclining] = useState(false);
  const company = invite.company_name || t('select.unnamed');
  const role = t(`invite.as.${invite.is_admin ? 'admin' : (invite.preset ?? 'member')}`);
  const decline = async () => {
    await declineInvite(invite);
    showToast({ type: 'info', text: t('invite.declined', { company }) });
  };
  return (
    <li className={classes.invite} aria-labelledby={id}>
      <h2 id={id} className={classes.company}>
        {company}
      </h2>
      <p className={classes.line}>
        {invite.invited_by_name ? t('invite.invitedBy', { name: invite.invited_by_name, role }) : t('invite.invited', { role })}
      </p>
      <p className={classes.until}>{t('invite.until', { when: format.instant(invite.expires_at) })}</p>
      {error && <FormError>{error}</FormError>}
      <div className={classes.actions}>
        <Button onClick={() => void accept()} loading={isAccepting} aria-label={t('invite.acceptOf', { company })}>
          {t('invite.accept')}
        </Button>
        <Button variant="default" onClick={() => setDeclining(true)} disabled={isAccepting} aria-label={t('invite.declineOf', { company })}>
          {t('invite.decline')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isDeclining}
        onClose={() => setDeclining(false)}
        title={t('invite.declineTitle', { company })}
        confirmLabel={t('invite.decline')}
        onConfirm={decline}
        isDangerous
      >
        {t('invite.declineText')}
      </ConfirmDialog>
    </li>
  );
}

function useAccept(invite: PendingInvite) {
  const { t } = useTranslation('company');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const whileShown = useWhileShown();
  const [isAccepting, setAccepting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const accept = async () => {
    setAccepting(true);
    setError(null);
    try {
      const isOpen = await acceptInvite(invite, whileShown());
      showToast({ type: 'success', text: t('invite.accepted', { company: invite.company_name }) });
      if (isOpen) return void navigate('/');
    } catch (refusal) {
      const isGone = refusal instanceof AppError && refusal.data['reason'] === 'invite_not_valid';
      if (isGone) void inviteCheck.refresh();
      setError(isGone ? t('invite.invalid') : errorText(refusal));
    }
    setAccepting(false);
  };
  return { accept, isAccepting, error };
}
