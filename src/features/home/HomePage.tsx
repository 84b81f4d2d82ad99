import { IconLockOpenOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useBeginnings } from '#data/home/use-beginnings.ts';
import { firstSteps, homeOf } from '#domain/home/first-steps.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FirstSteps } from './FirstSteps.tsx';

/** Sends everyone where they belong; a company that has booked nothing yet is shown how to begin. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { ctx, company } = useCompany();
  const has = useBeginnings();
  if (!has) return null;
  const home = homeOf(has, ctx.access);
  if (home === 'guide') return <FirstSteps name={company.name} steps={firstSteps(company, has, ctx.access)} />;
  if (home === 'nothing')
    return <EmptyState isPage icon={<IconLockOpenOff size={24} />} title={t('nothing.title')} text={t('nothing.text')} />;
  return <Navigate to={home} replace />;
}
