import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SyncIssue } from '#data/changes/issue.ts';
import { useIssueCommands } from '#data/sync-centre/use-issues.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import classes from './SyncCentre.module.css';

/** After a server was set back, many records are one question. */
export function UploadAllAgain({ issues }: { issues: readonly SyncIssue[] }) {
  const { t } = useTranslation('sync');
  const { keepMine } = useIssueCommands();
  const lost = issues.filter(({ kind }) => kind === 'lost_there');
  const upload = useCommand(async () => {
    for (const issue of lost) await keepMine(issue);
    showToast({ type: 'success', text: t('issue.keptMine') });
  });
  if (lost.length < 2) return null;
  return (
    <div className={classes.all}>
      <Button onClick={() => void upload.run()} loading={upload.isRunning}>
        {t('issue.uploadAll', { count: lost.length })}
      </Button>
    </div>
  );
}
