import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSession, type MySession } from '#data/account-settings/my-sessions.ts';
import type { OnlineAnswer } from '#data/account-settings/use-account.ts';
import { session } from '#data/session/session.ts';
import type { SignOutScope } from '#data/session/session-service.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { SignOutDialog } from '#widgets/account/SignOutDialog.tsx';
import page from '#widgets/account/AccountPage.module.css';
import { LoadFailed } from './LoadFailed.tsx';
import classes from './Security.module.css';

/** More than this is rarely wanted; the rest is one click away. */
const SHOWN = 8;

type Props = { sessions: OnlineAnswer<readonly MySession[]>; isOffline: boolean };

/** Every place where the person is signed in, and the ways out: there, here, elsewhere, everywhere. */
export function SessionsSection({ sessions, isOffline }: Props) {
  const { t } = useTranslation('security');
  const [asking, setAsking] = useState<SignOutScope | null>(null);
  const [isAll, setAll] = useState(false);
  const list = sessions.value ?? [];
  const hasOthers = list.some(({ isCurrent }) => !isCurrent);
  const endOthers = async () => {
    await session.signOutOthers();
    await sessions.reload();
    showToast({ type: 'success', text: t('sessions.othersDone') });
  };
  return (
    <Section title={t('sessions.title')} text={t('sessions.text')}>
      <LoadFailed answer={sessions} isOffline={isOffline} />
      <ul className={`${classes.list} ${classes.stacks}`}>
        {list.slice(0, isAll ? undefined : SHOWN).map((item) => (
          <SessionRow key={item.id} item={item} isOffline={isOffline} onEnded={sessions.reload} />
        ))}
      </ul>
      {list.length > SHOWN && !isAll && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {t('sessions.more', { count: list.length })}
        </Button>
      )}
      <div className={`${page.buttons} ${classes.below}`}>
        <Button variant="default" onClick={() => setAsking('local')}>
          {t('sessions.here')}
        </Button>
        <Button variant="default" disabled={isOffline || !hasOthers} onClick={() => setAsking('others')}>
          {t('sessions.others')}
        </Button>
        <Button variant="default" disabled={isOffline} onClick={() => setAsking('global')}>
          {t('sessions.everywhere')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asking === 'others'}
        onClose={() => setAsking(null)}
        title={t('sessions.othersTitle')}
        confirmLabel={t('sessions.others')}
        onConfirm={endOthers}
      >
        {t('sessions.othersText')}
      </ConfirmDialog>
      <SignOutDialog
        isOpen={asking === 'local' || asking === 'global'}
        scope={asking === 'global' ? 'global' : 'local'}
        onClose={() => setAsking(null)}
      />
    </Section>
  );
}

function useDeviceText(): (item: MySession) => string {
  const { t } = useTranslation('security');
  return ({ device: { browser, system } }) => {
    const name = browser || t('sessions.unknownBrowser');
    return system ? t('sessions.onSystem', { browser: name, system }) : name;
  };
}

type RowProps = { item: MySession; isOffline: boolean; onEnded: () => Promise<void> };

function SessionRow({ item, isOffline, onEnded }: RowProps) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const device = useDeviceText()(item);
  const [isAsking, setAsking] = useState(false);
  const DeviceIcon = item.device.isPhone ? IconDeviceMobile : IconDeviceDesktop;
  const end = async () => {
    await endSession(session, item.id);
    await onEnded();
    showToast({ type: 'success', text: t('sessions.ended', { device }) });
  };
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <DeviceIcon size={20} aria-hidden />
        <div>
          <div className={classes.name}>
            {device} {item.isCurrent && <StatusBadge tone="green">{t('sessions.current')}</StatusBadge>}
          </div>
          <div className={classes.meta}>
            {[
              t('sessions.seen', { when: format.instant(item.lastSeenAt) }),
              t('sessions.since', { when: format.instant(item.signedInAt) }),
              item.address,
              item.hasSecondFactor && t('sessions.secondFactor'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
      </div>
      {!item.isCurrent && (
        <Button
          variant="subtle"
          color="red"
          disabled={isOffline}
          aria-label={t('sessions.endLabel', { device })}
          onClick={() => setAsking(true)}
        >
          {t('sessions.end')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('sessions.endTitle', { device })}
        confirmLabel={t('sessions.end')}
        onConfirm={end}
      >
        {t('sessions.endText')}
      </ConfirmDialog>
    </li>
  );
}
