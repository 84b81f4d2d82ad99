import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import { useGlances } from '#data/companies/use-glances.ts';
import { useOpenCompany } from '#data/core/company-context.ts';
import { useCurrentCompany } from '#data/session/use-session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useCommand } from '#ui/use-command.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import { CompanyGlance } from './CompanyGlance.tsx';
import { OpenCompanyGlance } from './OpenCompanyGlance.tsx';
import classes from './CompaniesPage.module.css';

/** All companies of a person beside each other, none of them added to another. */
export function CompaniesPage() {
  const { t } = useTranslation('company');
  const errorText = useErrorText();
  const open = useOpenCompany();
  const { companies } = useCurrentCompany();
  const { value, error, isAnswered, ask } = useGlances();
  const isOnline = useHasConnection();
  const again = useCommand(ask);
  const mine = companies.filter(({ is_former }) => is_former !== true);
  return (
    <>
      <PageHeader
        title={t('glance.title')}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={again.isRunning}
            disabled={!isOnline}
            onClick={() => void again.run()}
          >
            {t('glance.ask')}
          </Button>
        }
      />
      <p className={classes.text}>
        {t('glance.text')} {!isOnline && t('glance.offline')}
      </p>
      {error !== null && <FormError>{t('glance.failed', { why: errorText(error) })}</FormError>}
      {mine.length === 0 && <EmptyState title={t('glance.none')} />}
      <ul className={classes.companies}>
        {mine.map((company) => {
          const onDevice = value?.onDevice.get(company.id);
          return (
            <li key={company.id}>
              {open?.company.id === company.id ? (
                <OpenCompanyGlance name={company.name} open={open} onDevice={onDevice} />
              ) : (
                <CompanyGlance
                  company={company}
                  known={value?.kept.get(company.id)}
                  onDevice={onDevice}
                  isReading={!value || (isOnline && !isAnswered)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
