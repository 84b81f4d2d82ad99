import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '#ui/EmptyState.tsx';

/** Invitations have their own issue; until then the address says so instead of pretending. */
export function InvitationPage() {
  const { t } = useTranslation('company');
  return (
    <EmptyState
      isPage
      icon={<IconMailOff size={24} />}
      title={t('invite.title')}
      text={t('invite.text')}
      action={
        <Button component={Link} to="/" variant="default">
          {t('invite.back')}
        </Button>
      }
    />
  );
}
