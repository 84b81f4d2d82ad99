import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveNotificationChoice } from '#data/account-settings/notification-settings.ts';
import { session } from '#data/session/session.ts';
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
} from '#domain/notifications/notifications.ts';
import { useCommand } from '#ui/use-command.ts';
import classes from './Notifications.module.css';

type Props = { choices: NotificationSettings['choices']; isOffline: boolean; onSaved: () => Promise<void> };

/** Kind by channel; each switch is saved at once. */
export function ChoicesTable({ choices, isOffline, onSaved }: Props) {
  const { t } = useTranslation('notifications');
  const { run } = useCommand(saveNotificationChoice);
  const [asked, setAsked] = useState<Readonly<Record<string, boolean>>>({});
  const toggle = async (kind: NotificationKind, channel: NotificationChannel, isOn: boolean) => {
    const key = `${kind} ${channel}`;
    setAsked((before) => ({ ...before, [key]: isOn }));
    await run(session, { kind, channel, isOn });
    await onSaved();
    setAsked((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== key)));
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          {NOTIFICATION_CHANNELS.map((channel) => (
            <th key={channel} scope="col" className={classes.channel}>
              {t(`channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              <span className={classes.kind}>{t(`kind.${kind}`)}</span>
              <span className={classes.hint}>{t(`hint.${kind}`)}</span>
            </th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <td key={channel} className={classes.channel}>
                <Switch
                  aria-label={t('switch', { kind: t(`kind.${kind}`), channel: t(`channel.${channel}`) })}
                  classNames={{ body: classes.target ?? '' }}
                  checked={asked[`${kind} ${channel}`] ?? choices[kind][channel]}
                  disabled={isOffline}
                  onChange={(event) => void toggle(kind, channel, event.currentTarget.checked)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
