import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hidePushDetails, loadPushDevice, switchPushOff, switchPushOn } from '#data/account-settings/push-subscription.ts';
import { useOnline } from '#data/account-settings/use-account.ts';
import { session } from '#data/session/session.ts';
import { currentPushAbility, type PushAbility } from '#platform/pwa/push-device.ts';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import page from '#widgets/account/AccountPage.module.css';
import classes from './Notifications.module.css';

/** Push messages of this one browser: asked for on a press, never by itself. */
export function PushSection({ isOffline }: { isOffline: boolean }) {
  const { t } = useTranslation('notifications');
  const [ability, setAbility] = useState<PushAbility>(currentPushAbility);
  return (
    <Section title={t('device.title')} text={t('device.why')}>
      {ability === 'able' ? (
        <PushSwitches isOffline={isOffline} onAsked={() => setAbility(currentPushAbility())} />
      ) : (
        <p className={classes.line}>{t(`device.${ability}`)}</p>
      )}
    </Section>
  );
}

function PushSwitches({ isOffline, onAsked }: { isOffline: boolean; onAsked: () => void }) {
  const { t } = useTranslation('notifications');
  const errorText = useErrorText();
  const { value: device, error, reload } = useOnline(loadPushDevice);
  const on = useCommand(switchPushOn);
  const off = useCommand(switchPushOff);
  const hide = useCommand(hidePushDetails);
  const isBusy = on.isRunning || off.isRunning || hide.isRunning;
  const switchOn = async () => {
    const outcome = await on.run(session);
    onAsked();
    if (outcome === 'failed' || outcome === 'unconfigured') showToast({ type: 'error', text: t(`device.${outcome}`) });
    await reload();
  };
  if (!device) return <p className={classes.line}>{isOffline ? t('unknownOffline') : error === null ? t('loading') : errorText(error)}</p>;
  if (!device.isOn)
    return (
      <Button variant="default" loading={on.isRunning} disabled={isOffline} onClick={() => void switchOn()}>
        {t('device.switchOn')}
      </Button>
    );
  return (
    <div className={classes.device}>
      <p className={classes.line}>{t('device.on')}</p>
      <Switch
        label={t('device.hide')}
        description={t('device.hideHint')}
        checked={device.hidesDetails}
        disabled={isOffline || isBusy}
        onChange={(event) => void hide.run(session, event.currentTarget.checked).then(reload)}
      />
      <div className={page.buttons}>
        <Button variant="default" disabled={isOffline || isBusy} onClick={() => void off.run(session).then(reload)}>
          {t('device.switchOff')}
        </Button>
      </div>
    </div>
  );
}
