import { Button } from '@mantine/core';
import { IconCircleCheck, IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Period } from '#domain/reports/period.ts';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import { LeaveGuard } from '#ui/LeaveGuard.tsx';
import { Section } from '#ui/Section.tsx';
import { useCommand } from '#ui/use-command.ts';
import { usePeriodText } from '#widgets/figures/use-period-text.ts';
import classes from './MonthEnd.module.css';
import { type AdviserPackage as Made, useAdviserExport } from './use-adviser-export.ts';

/** So many files that are missing are named here; the summary in the package names all. */
const NAMED = 5;

/** Everything of a period for the adviser, as one file. */
export function AdviserExport({ period }: { period: Period }) {
  const { t } = useTranslation('reports');
  const isOnline = useHasConnection();
  const { isReady, start, stop, progress } = useAdviserExport(period);
  const [made, setMade] = useState<Made | null>(null);
  const { run, isRunning } = useCommand(async () => {
    setMade(null);
    const result = await start();
    setMade(result);
  });
  return (
    <Section
      title={`${t('adviser.title')} · ${usePeriodText()(period)}`}
      isUnprinted
      text={t(isOnline ? 'adviser.text' : 'adviser.textOffline')}
    >
      <div className={classes.adviser}>
        <Button leftSection={<IconFileZip size={18} aria-hidden />} disabled={!isReady} loading={isRunning} onClick={() => void run()}>
          {t('adviser.start')}
        </Button>
        {progress && (
          <>
            <LeaveGuard isDirty about="run" />
            <span role="status">{t('adviser.progress', progress)}</span>
            <Button variant="default" onClick={stop}>
              {t('adviser.stop')}
            </Button>
          </>
        )}
        {made && (
          <span role="status" className={classes.saved}>
            <IconCircleCheck size={18} aria-hidden />
            {t('adviser.done', { name: made.name })}
          </span>
        )}
      </div>
      {made && made.missing.length > 0 && (
        <div role="alert" className={classes.missing}>
          <p>{t(isOnline ? 'adviser.missing' : 'adviser.missingOffline', { count: made.missing.length })}</p>
          <ul className={classes.bare}>
            {made.missing.slice(0, NAMED).map((path) => (
              <li key={path}>{path}</li>
            ))}
            {made.missing.length > NAMED && <li>{t('monthEnd.more', { count: made.missing.length - NAMED })}</li>}
          </ul>
        </div>
      )}
    </Section>
  );
}
