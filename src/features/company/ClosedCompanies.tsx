import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#data/account-settings/use-account.ts';
import { type ClosedCompany, closedCompanies, takeBackDeletion } from '#data/companies/company-end.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import classes from './SelectCompanyPage.module.css';

/** Companies that their owner had closed and can still take back. Nothing without a connection. */
export function ClosedCompanies() {
  const { t } = useTranslation('ending');
  const { value: closed = [], reload } = useOnline(closedCompanies);
  if (closed.length === 0) return null;
  return (
    <section aria-label={t('list.title')}>
      <h2 className={classes.heading}>{t('list.title')}</h2>
      <ul className={classes.list}>
        {closed.map((company) => (
          <Closed key={company.company_id} company={company} onTakenBack={reload} />
        ))}
      </ul>
    </section>
  );
}

function Closed({ company, onTakenBack }: { company: ClosedCompany; onTakenBack: () => Promise<void> }) {
  const { t } = useTranslation('ending');
  const format = useFormat();
  const { company_id: id, name, purge_after } = company;
  const takeBack = async () => {
    await takeBackDeletion(id);
    showToast({ type: 'success', text: t('list.back', { company: name }) });
    await onTakenBack();
  };
  const { run, isRunning } = useCommand(takeBack);
  return (
    <li className={classes.closed}>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.current}>{t('list.until', { when: format.instant(purge_after) })}</span>
      </span>
      <Button
        variant="default"
        size="xs"
        loading={isRunning}
        aria-label={t('list.takeBackOf', { company: name })}
        onClick={() => void run()}
      >
        {t('list.takeBack')}
      </Button>
    </li>
  );
}
