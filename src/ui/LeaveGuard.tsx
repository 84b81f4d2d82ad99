import { Button } from '@mantine/core';
import { useContext, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { setPopGate } from '#platform/navigation/pop-gate.ts';
import { Dialog } from './Dialog.tsx';
import { type GuardedNavigator, guardLeaving } from './leave-guard.ts';

type Props = {
  isDirty: boolean;
  /** What would be lost: what was typed, or the rest of a `run` that ends with its page. */ about?: 'typed' | 'run';
};

/** Put into a form, or beside what runs: as long as it is dirty, nobody leaves the page or closes the tab without being asked. */
export function LeaveGuard({ isDirty, about = 'typed' }: Props) {
  const { t } = useTranslation();
  const { navigator } = useContext(NavigationContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  useLayoutEffect(() => {
    if (!isDirty) return undefined;
    return guardLeaving({ navigator: navigator as unknown as GuardedNavigator, window, setPopGate, onAsk: (go) => setLeave(() => go) });
  }, [isDirty, navigator]);
  const words = about === 'run' ? 'leave.run' : 'leave';
  const stay = () => setLeave(null);
  const go = () => {
    setLeaving(true);
    stay();
    leave?.();
  };
  return (
    <>
      {/* No reload by itself (`app/at-work.ts`). */}
      {isDirty && <span hidden {...(isLeaving ? { 'data-given-up': true } : { 'data-unsaved': true })} />}
      <Dialog
        isOpen={leave !== null}
        onClose={stay}
        title={t(`${words}.title`)}
        footer={
          <>
            <Button variant="default" onClick={go}>
              {t(`${words}.leave`)}
            </Button>
            <Button onClick={stay}>{t(`${words}.stay`)}</Button>
          </>
        }
      >
        {t(`${words}.text`)}
      </Dialog>
    </>
  );
}
