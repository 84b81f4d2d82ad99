import { Button } from '@mantine/core';
import { IconCloudDown, IconDatabaseOff, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeld } from '#data/device/use-held.ts';
import type { Opening } from '#data/opening/CompanyProvider.tsx';
import { HeldNotice } from '#app/HeldNotice.tsx';
import { useCurrentCompany } from '#data/session/use-session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { lazyScreen } from '#ui/lazy-screen.tsx';
import classes from './Layout.module.css';

/** Hardly ever needed, so neither it nor what it exports with is loaded before. */
const NotMemberScreen = lazyScreen(async () => (await import('./NotMemberScreen.tsx')).NotMemberScreen);

type Props = { state: Opening };

/** What stands below the app bar in a company's place until its data are open, and when they can't be. */
export function CompanyOpeningScreen({ state }: Props) {
  return <main className={classes.narrow}>{screenOf(state)}</main>;
}

function screenOf(state: Props['state']): ReactNode {
  switch (state.kind) {
    case 'opening':
      return <Held />;
    case 'first_load':
      return <FirstLoad received={state.received} />;
    case 'waiting_for_network':
      return <Waiting />;
    case 'storage_error':
      return <StorageProblem code={state.error.code} retry={state.retry} />;
    case 'not_a_member':
      return <NotMemberScreen db={state.db} />;
  }
}

/** For the moment that opening takes there is nothing to say. */
function Held() {
  return useHeld() && <HeldNotice />;
}

function FirstLoad({ received }: { received: number }) {
  const { t } = useTranslation('company');
  return (
    <div className={classes.late}>
      <EmptyState
        isPage
        role="status"
        icon={<IconCloudDown size={24} />}
        title={t('opening.firstLoadTitle')}
        text={received > 0 ? t('opening.firstLoadCount', { count: received }) : t('opening.firstLoadText')}
        action={<span className={classes.going} />}
      />
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation('company');
  return (
    <EmptyState
      isPage
      role="status"
      icon={<IconWifiOff size={24} />}
      title={t('opening.waitingTitle')}
      text={t('opening.waitingText')}
      action={<Leave />}
    />
  );
}

function StorageProblem({ code, retry }: { code: string; retry: () => void }) {
  const { t } = useTranslation('errors');
  const { t: tCommon } = useTranslation();
  const kind = code === 'storage_blocked' ? 'blocked' : code === 'storage_full' ? 'full' : 'failed';
  return (
    <EmptyState
      isPage
      role="alert"
      icon={<IconDatabaseOff size={24} />}
      title={t(`storage.${kind}Title`)}
      text={t(`storage.${kind}Text`)}
      action={
        <>
          <Button onClick={retry}>{tCommon('action.retry')}</Button>
          <Button variant="default" onClick={() => location.reload()}>
            {tCommon('action.reload')}
          </Button>
        </>
      }
    />
  );
}

function Leave() {
  const { t } = useTranslation('company');
  const { leave } = useCurrentCompany();
  return (
    <Button variant="default" onClick={leave}>
      {t('opening.leave')}
    </Button>
  );
}
