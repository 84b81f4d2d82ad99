import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { useSession } from '#data/session/use-session.ts';
import { Card } from '#ui/Card.tsx';
import classes from './Invitations.module.css';

/** Where the link of an invitation's mail leads: whoever is signed in goes on to answer it, everybody else signs in first and keeps the token. */
export function InvitationPage() {
  const { t } = useTranslation('company');
  const { search } = useLocation();
  const { status } = useSession();
  const token = new URLSearchParams(search).get('token');
  const query = token ? `?token=${encodeURIComponent(token)}` : '';
  if (status === 'signed_in') return <Navigate to={`/company/accept-invite${query}`} replace />;
  return (
    <Card isPage>
      <h1 className={classes.heading}>{t(token ? 'invitation.title' : 'invitation.incompleteTitle')}</h1>
      <p className={classes.text}>{t(token ? 'invitation.text' : 'invitation.incompleteText')}</p>
      <div className={classes.stack}>
        <Button component={Link} to={`/auth/login${query}`}>
          {t('invitation.login')}
        </Button>
        {token && (
          <Button component={Link} to={`/auth/register${query}`} variant="default">
            {t('invitation.register')}
          </Button>
        )}
      </div>
    </Card>
  );
}
