import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import type { LastExport } from '#data/changes/sync-state.ts';
import { useExport, useLastExport } from '#data/archive/use-export.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { ExportProgress } from '#domain/archive/write-archive.ts';
import { AppError } from '#domain/errors.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { LeaveGuard } from '#ui/LeaveGuard.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { NumbersAway } from './NumbersAway.tsx';
import classes from './ExportPage.module.css';
import page from './Settings.module.css';

/** The whole company as one file: complete from the server, or what this device has. */
export function ExportPage() {
  const { t } = useTranslation('export');
  const { t: tSettings } = useTranslation('settings');
  const last = useLastExport();
  return (
    <div className={page.page}>
      <PageHeader title={tSettings('title.export')} />
      <p className={page.intro}>{t('intro')}</p>
      <NumbersAway />
      <NewExport />
      {last !== undefined && <Last last={last} />}
      <Section title={t('contents.title')}>
        <ul className={classes.list}>
          {(['tables', 'files', 'pdfs', 'trail', 'audit', 'sums'] as const).map((part) => (
            <li key={part}>{t(`contents.${part}`)}</li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function NewExport() {
  const { t } = useTranslation('export');
  const isOnline = useHasConnection();
  const { start, stop, progress } = useExport();
  const begin = useCallback(
    async (from: 'server' | 'device') => {
      try {
        const made = await start(from, t('contents.title'));
        if (made) showToast({ type: 'success', text: t(made.is_complete ? 'done' : 'doneIncomplete') });
      } catch (error) {
        if (!(error instanceof AppError) || error.data['reason'] !== 'books_keep_changing') throw error;
        showToast({ type: 'error', text: t('busy') });
      }
    },
    [start, t],
  );
  const { run, isRunning } = useCommand(begin);
  if (progress) return <Running progress={progress} onStop={stop} />;
  return (
    <Section>
      {(['server', 'device'] as const).map((from) => (
        <div key={from} className={classes.choice}>
          <div className={classes.words}>
            <h2>{t(`${from}.title`)}</h2>
            <p>{from === 'server' && !isOnline ? t('server.offline') : t(`${from}.text`)}</p>
          </div>
          <Button
            variant={from === 'server' ? 'filled' : 'default'}
            disabled={isRunning || (from === 'server' && !isOnline)}
            onClick={() => void run(from)}
          >
            {t(`${from}.start`)}
          </Button>
        </div>
      ))}
    </Section>
  );
}

function Running({ progress: { phase, done, total }, onStop }: { progress: ExportProgress; onStop: () => void }) {
  const { t } = useTranslation('export');
  const format = useFormat();
  const label = t(`running.${phase}`, { done: format.number(done), total: format.number(total) });
  return (
    <Section>
      <LeaveGuard isDirty about="run" />
      <div className={classes.running}>
        <label>
          <span>{label}</span>
          <progress className={classes.progress} max={Math.max(1, total)} value={done} />
        </label>
        <p>{t('running.stay')}</p>
        <Button variant="default" onClick={onStop}>
          {t('running.stop')}
        </Button>
      </div>
    </Section>
  );
}

function Last({ last }: { last: LastExport | null }) {
  const { t } = useTranslation('export');
  const { ctx } = useCompany();
  const format = useFormat();
  if (!last)
    return (
      <Section title={t('last.title')}>
        <p className={page.line}>{t('last.never')}</p>
      </Section>
    );
  return (
    <Section
      title={t('last.title')}
      actions={
        <StatusBadge tone={last.is_complete ? 'green' : 'amber'}>{t(last.is_complete ? 'last.complete' : 'last.incomplete')}</StatusBadge>
      }
    >
      <KeyValue
        items={[
          { label: t('last.when'), value: format.instant(last.at, ctx.timezone) },
          { label: t('last.name'), value: last.name },
          { label: t('last.size'), value: format.bytes(last.bytes), isAmount: true },
          { label: t('last.from'), value: t(last.source === 'server' ? 'last.fromServer' : 'last.fromDevice') },
          { label: t('last.checksum'), value: <code className={classes.checksum}>{last.sha256}</code> },
        ]}
      />
      {!last.is_complete && (
        <ul className={`${classes.list} ${classes.missing}`}>
          {last.missing.map(({ what, count }) => (
            <li key={what}>{t(`missing.${what}`, { number: format.number(count ?? 0) })}</li>
          ))}
          {last.unsynced > 0 && <li>{t('missing.unsynced', { count: last.unsynced, number: format.number(last.unsynced) })}</li>}
        </ul>
      )}
    </Section>
  );
}
