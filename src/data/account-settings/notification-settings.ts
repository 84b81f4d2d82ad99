import * as z from 'zod/mini';
import {
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
  notificationSettingsSchema,
} from '#domain/notifications/notifications.ts';
import { type AccountService, callRpc } from './account-call.ts';

/** What the person hears of outside the app, on all their devices. */
export async function loadNotificationSettings(service: AccountService): Promise<NotificationSettings> {
  return z.parse(notificationSettingsSchema, await callRpc(service, 'notification_settings'));
}

type Choice = { readonly kind: NotificationKind; readonly channel: NotificationChannel; readonly isOn: boolean };

export async function saveNotificationChoice(service: AccountService, { kind, channel, isOn }: Choice): Promise<true> {
  await callRpc(service, 'save_notification_choice', { p_kind: kind, p_channel: channel, p_is_on: isOn });
  return true;
}
