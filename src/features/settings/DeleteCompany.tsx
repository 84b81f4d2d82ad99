import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { AccountService } from '#data/account-settings/account-call.ts';
import { useHasConnection, useOnline } from '#data/account-settings/use-account.ts';
import { type CompanyEnd, companyEnd, deleteCompany } from '#data/companies/company-end.ts';
import { useCompany } from '#data/core/company-context.ts';
import { session } from '#data/session/session.ts';
import { useUnsynced } from '#data/sync-centre/use-sync.ts';
import { proveIdentity } from '#data/user-management/prove-identity.ts';
import { AppError } from '#domain/errors.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { DialogButtons } from '#ui/DialogButtons.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useConfirm } from '#ui/use-confirm.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import { ProofField } from '#widgets/account/ProofField.tsx';
import { NumbersAway } from './NumbersAway.tsx';
import classes from './Settings.module.css';

/** The end of the company, for its owner. */
export function DeleteCompany() {
  const { t } = useTranslation('ending');
  const isOnline = useHasConnection();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={t('title')}>
      <div className={classes.linkRow}>
        <p className={classes.line}>{isOnline ? t('text') : t('offline')}</p>
        <Button variant="light" color="red" disabled={!isOnline} onClick={() => setAsking(true)}>
          {t('action')}
        </Button>
      </div>
      {isAsking && <Asking onClose={() => setAsking(false)} />}
    </Section>
  );
}

/** Says what will happen once the server has said what there is. */
function Asking({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ending');
  const { company, db } = useCompany();
  const errorText = useErrorText();
  const load = useCallback((service: AccountService) => companyEnd(service, db.companyId), [db]);
  const { value: end, error } = useOnline(load);
  const unsynced = useUnsynced();
  const title = t('dialogTitle', { company: company.name });
  if (end && unsynced === 0 && (!end.has_books || end.is_exported)) return <Confirming end={end} onClose={onClose} />;
  return (
    <Dialog isOpen size="md" onClose={onClose} title={title}>
      {error !== null && !end ? <FormError>{errorText(error)}</FormError> : null}
      {unsynced !== undefined && unsynced > 0 && (
        <div className={classes.stack}>
          <FormError>{t('waiting', { count: unsynced })}</FormError>
          <div>
            <Button component={Link} to="/sync" variant="default">
              {t('toSync')}
            </Button>
          </div>
        </div>
      )}
      {end && unsynced === 0 && <ExportFirst end={end} />}
      {(!end || unsynced === undefined) && error === null && <p className={classes.line}>{t('loading')}</p>}
    </Dialog>
  );
}

function ExportFirst({ end }: { end: CompanyEnd }) {
  const { t } = useTranslation('ending');
  const { ctx } = useCompany();
  const format = useFormat();
  return (
    <div className={classes.stack}>
      <p className={classes.line}>{t('exportFirst')}</p>
      <NumbersAway />
      {end.exported_at !== null && (
        <p className={classes.notice}>{t('exportOld', { when: format.instant(end.exported_at, ctx.timezone) })}</p>
      )}
      <div>
        <Button component={Link} to="/settings/export">
          {t('toExport')}
        </Button>
      </div>
    </div>
  );
}

function Confirming({ end, onClose }: { end: CompanyEnd; onClose: () => void }) {
  const { t } = useTranslation('ending');
  const { company, db, ctx } = useCompany();
  const format = useFormat();
  const navigate = useNavigate();
  const refusal = useRefusal();
  const [name, setName] = useState('');
  const [keepsBooks, setKeepsBooks] = useState(false);
  const [secret, setSecret] = useState('');
  const until = end.has_books && end.kept_until !== null && end.kept_until >= ctx.today() ? end.kept_until : null;
  const { confirm, isRunning, error } = useConfirm(async () => {
    await proveIdentity(session, secret);
    const { purgeAfter, hasLeft } = await deleteCompany(db.companyId, { name, keepsBooks });
    const when = purgeAfter && format.instant(purgeAfter, ctx.timezone);
    showToast({ type: 'success', text: when ? t('closed', { company: company.name, when }) : t('gone', { company: company.name }) });
    if (hasLeft) void navigate('/company/select-current');
  }, onClose);
  const isReady = name.trim() === company.name.trim() && secret.trim() !== '' && (until === null || keepsBooks);
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Dialog
        isOpen
        size="md"
        onClose={onClose}
        title={t('dialogTitle', { company: company.name })}
        footer={
          <DialogButtons isDangerous form isRunning={isRunning} disabled={!isReady} onCancel={onClose}>
            {t(end.has_books ? 'confirmClose' : 'confirmGone')}
          </DialogButtons>
        }
      >
        <div className={classes.stack}>
          <p className={classes.line}>{t(end.has_books ? 'whatClosed' : 'whatGone')}</p>
          <NumbersAway />
          {until !== null && (
            <Checkbox
              label={t('duty', { until: format.day(until) })}
              checked={keepsBooks}
              onChange={(event) => setKeepsBooks(event.currentTarget.checked)}
            />
          )}
          <TextInput
            label={t('name', { company: company.name })}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ProofField value={secret} onChange={setSecret} />
        </div>
        {error !== null && <FormError>{refusal(error)}</FormError>}
      </Dialog>
    </form>
  );
}

const REASONS = [
  'name_differs',
  'export_needed',
  'duty_not_taken',
  'reauthentication_needed',
  'invalid_credentials',
  'mfa_verification_failed',
] as const;

function useRefusal(): (error: unknown) => string {
  const { t } = useTranslation('ending');
  const errorText = useErrorText();
  return (error) => {
    const known = REASONS.find((reason) => error instanceof AppError && error.data['reason'] === reason);
    return known ? t(`refusal.${known}`) : errorText(error);
  };
}
