import { IconLockOpenOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { can, type PermissionKey } from '#domain/access/access.ts';
import { EmptyState } from '#ui/EmptyState.tsx';

const places: readonly [PermissionKey, string][] = [
  ['expenses.view', '/finance/expenses'],
  ['expenses.view_own', '/finance/expenses'],
  ['vendors.view', '/finance/vendors'],
  ['customers.view', '/finance/customers'],
];

/** Sends everyone to the first place where they have something to do. */
export function HomePage() {
  const { t } = useTranslation('company');
  const { ctx } = useCompany();
  const place = places.find(([key]) => can(ctx.access, key));
  if (place) return <Navigate to={place[1]} replace />;
  return <EmptyState isPage icon={<IconLockOpenOff size={24} />} title={t('nothing.title')} text={t('nothing.text')} />;
}
