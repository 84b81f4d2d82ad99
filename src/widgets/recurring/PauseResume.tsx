import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { missedDates } from '#domain/recurring/series-steps.ts';
import type { Recurrence } from '#domain/recurring/recurrence.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';

type Props = {
  label: string;
  isActive: boolean;
  rule: Recurrence;
  onPause: () => Promise<unknown>;
  onResume: (isMadeUp: boolean) => Promise<unknown>;
};

/** Stops the series, or starts it again; dates that passed meanwhile are a question. */
export function PauseResume({ label, isActive, rule, onPause, onResume }: Props) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  // What is started again is what was there when it was asked about.
  const [asked, setAsked] = useState<Pick<Props, 'onResume'> | null>(null);
  const pause = useCommand(onPause);
  const resume = useCommand((isMadeUp: boolean) => (asked?.onResume ?? onResume)(isMadeUp));
  const missed = isActive ? 0 : missedDates(rule, ctx.today()).length;
  const runPause = async () => {
    if (await pause.run()) showToast({ type: 'success', text: t('toast.paused') });
  };
  const runResume = async (isMadeUp: boolean) => {
    if (!(await resume.run(isMadeUp))) return;
    setAsked(null);
    showToast({ type: 'success', text: t('toast.resumed') });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={isActive ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        loading={pause.isRunning || resume.isRunning}
        onClick={() => {
          if (isActive) void runPause();
          else if (missed > 0) setAsked({ onResume });
          else void runResume(false);
        }}
      >
        {t(isActive ? 'action.pause' : 'action.resume')}
      </Button>
      <Dialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={t('resume.title', { label })}
        footer={
          <>
            <Button variant="default" onClick={() => void runResume(true)}>
              {t('resume.make')}
            </Button>
            <Button onClick={() => void runResume(false)}>{t('resume.skip')}</Button>
          </>
        }
      >
        {t('resume.text', { count: missed })}
      </Dialog>
    </>
  );
}
