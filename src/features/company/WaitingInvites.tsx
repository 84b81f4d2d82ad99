import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { inviteCheck } from '#data/user-management/people.ts';
import { useInviteCheck } from '#data/user-management/use-invite-check.ts';
import classes from './Invitations.module.css';

/** Says beside the companies that there are invitations to others. */
export function WaitingInvites({ isFirst = false }: { isFirst?: boolean }) {
  const { t } = useTranslation('company');
  const { invites } = useInviteCheck();
  useEffect(() => void inviteCheck.refresh(), []);
  const count = invites.length;
  if (count === 0) return null;
  return (
    <div className={classes.waiting} role="status">
      {isFirst ? t('invite.waitingFirst', { count }) : t('invite.waiting', { count })}
      <Button component={Link} to="/company/accept-invite" size="xs">
        {t('invite.look')}
      </Button>
    </div>
  );
}
