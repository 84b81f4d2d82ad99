import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { EmptyState } from '#ui/EmptyState.tsx';

/** In the place of a page that exists but may not be opened, also when the right to it goes away while it is open. */
export function NoPermissionPage() {
  const { t } = useTranslation('people');
  const { company } = useCompany();
  return (
    <EmptyState
      isPage
      role="alert"
      icon={<IconLock size={24} />}
      title={t('noPermission.title')}
      text={t('noPermission.text', { company: company.name })}
      action={
        <Button component={Link} to="/" variant="default">
          {t('noPermission.home')}
        </Button>
      }
    />
  );
}
