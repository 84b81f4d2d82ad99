import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { usePeopleCommands } from '#data/user-management/use-people.ts';
import { useUnsynced } from '#data/sync-centre/use-sync.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { PeopleDialog } from './PeopleDialog.tsx';
import classes from './UserManagement.module.css';

/** The way out of the company, for everybody but its owner. */
export function LeaveCompany({ isOnline }: { isOnline: boolean }) {
  const { t } = useTranslation('people');
  const { company, ctx } = useCompany();
  const navigate = useNavigate();
  const { leave } = usePeopleCommands();
  const unsynced = useUnsynced();
  const [isAsking, setAsking] = useState(false);
  const { isOwner } = ctx.access;
  const leaveNow = async () => {
    const hasLeft = await leave();
    showToast({ type: 'success', text: t('leave.done', { company: company.name }) });
    if (hasLeft) void navigate('/company/select-current');
  };
  return (
    <Section title={t('leave.title')}>
      <div className={classes.row}>
        <p className={classes.line}>{isOwner ? t('leave.lastOwner') : t('leave.text', { company: company.name })}</p>
        {!isOwner && (
          <Button
            variant="light"
            color="red"
            onClick={() => setAsking(true)}
            disabled={!isOnline || unsynced === undefined}
            title={isOnline ? undefined : t('offlineShort')}
          >
            {t('leave.action')}
          </Button>
        )}
      </div>
      {isAsking && (
        <PeopleDialog
          title={t('leave.dialogTitle', { company: company.name })}
          confirmLabel={t('leave.confirm')}
          onConfirm={leaveNow}
          onClose={() => setAsking(false)}
        >
          <p className={classes.paragraph}>{t('leave.what', { company: company.name })}</p>
          {unsynced !== undefined && unsynced > 0 && <FormError>{t('leave.waiting', { count: unsynced })}</FormError>}
        </PeopleDialog>
      )}
    </Section>
  );
}
