import { Button } from '@mantine/core';
import { IconBuilding, IconChevronRight, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useCurrentCompany } from '#data/session/use-session.ts';
import { FormError } from '#ui/FormError.tsx';
import { lazyScreen } from '#ui/lazy-screen.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useErrorText } from '#ui/use-error-text.ts';
import { ClosedCompanies } from './ClosedCompanies.tsx';
import { CreateCompanyForm } from './CreateCompanyForm.tsx';
import { useNamedCompany } from './use-named-company.ts';
import { WaitingInvites } from './WaitingInvites.tsx';
import classes from './SelectCompanyPage.module.css';

/** Seldom needed: reading and checking archives is loaded when somebody has one. */
const ImportCompany = lazyScreen(async () => (await import('./ImportCompany.tsx')).ImportCompany);

const RETRY_MS = 4000;

/** The companies this person belongs to; offline the ones this device knows. Without any, the first one is created here. */
export function SelectCompanyPage() {
  const { t } = useTranslation('company');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const { companies, current, error, select, refresh } = useCurrentCompany();
  const next = params.get('next');
  const place = next && /^\/(?![/\\])/.test(next) ? next : '/';
  const leaveFor = () => void navigate(place);
  const named = useNamedCompany(place);
  const isAnyKnown = companies.length > 0;
  // A connection that stutters is no reason to let somebody wait who has just signed in.
  useEffect(() => {
    if (error?.code !== 'offline' || isAnyKnown) return;
    const again = setTimeout(() => void refresh(), RETRY_MS);
    return () => clearTimeout(again);
  }, [error, isAnyKnown, refresh]);

  if (named === 'opening') return null;
  if (params.has('import')) return <ImportCompany onImported={() => void navigate('/')} onCancel={() => setParams({})} />;
  if (params.has('new') || (companies.length === 0 && !error))
    return (
      <>
        {companies.length === 0 && <WaitingInvites isFirst />}
        {companies.length === 0 && <ClosedCompanies />}
        <CreateCompanyForm
          isFirst={companies.length === 0}
          onCreated={() => void navigate('/')}
          onImport={() => setParams({ import: '1' })}
          {...(companies.length > 0 ? { onCancel: () => setParams({}) } : {})}
        />
      </>
    );
  return (
    <>
      <PageHeader title={t('select.title')} />
      <p className={classes.text}>
        {t('select.text')} {companies.length > 1 && <Link to="/companies">{t('glance.title')}</Link>}
      </p>
      <WaitingInvites />
      {named === 'unknown' && (
        <p className={classes.text} role="status">
          {t('select.notMine')}
        </p>
      )}
      {error && (
        <FormError>
          {error.code === 'offline' && companies.length > 0 ? t('select.offline') : errorText(error)}{' '}
          <button type="button" className={classes.refresh} onClick={() => void refresh()}>
            {t('select.refresh')}
          </button>
        </FormError>
      )}
      <ul className={classes.list}>
        {companies.map((company) => (
          <li key={company.id}>
            <button
              type="button"
              className={classes.company}
              onClick={() => {
                select(company.id);
                leaveFor();
              }}
            >
              <IconBuilding size={20} aria-hidden className={classes.icon} />
              <span className={classes.name}>{company.name || t('select.unnamed')}</span>
              {company.is_former && <StatusBadge tone="amber">{t('select.former')}</StatusBadge>}
              {company.id === current?.id && <span className={classes.current}>{t('select.current')}</span>}
              <IconChevronRight size={18} aria-hidden className={classes.icon} />
            </button>
          </li>
        ))}
      </ul>
      <ClosedCompanies />
      <div className={classes.more}>
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setParams({ new: '1' })}>
          {t('select.other')}
        </Button>
        <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => setParams({ import: '1' })}>
          {t('select.import')}
        </Button>
      </div>
    </>
  );
}
