import * as z from 'zod/mini';
import { EVERY_EXPENSE, filterToParams } from '#domain/expenses/expense-filter.ts';
import { uuid } from '#domain/shared/fields.ts';

/** What a person can hear of outside the app. `rejected` is also what was taken back after it was approved: either way there is something to do. */
export const NOTIFICATION_KINDS = ['submitted', 'approved', 'rejected', 'reimbursed'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export const NOTIFICATION_CHANNELS = ['mail', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

const perChannel = z.object({ mail: z.boolean(), push: z.boolean() });
/** What `notification_settings` answers: the person's wishes, and messages that could not be brought to them. */
export const notificationSettingsSchema = z.object({
  choices: z.object({ submitted: perChannel, approved: perChannel, rejected: perChannel, reimbursed: perChannel }),
  failures: z.array(
    z.object({ company: z.string(), channel: z.enum(NOTIFICATION_CHANNELS), failed_at: z.nullable(z.string()), reason: z.string() }),
  ),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** A browser as `private.push_subscriptions` has it. */
export const pushTargetSchema = z.object({
  id: uuid(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  hides_details: z.boolean(),
});
export type PushTarget = z.infer<typeof pushTargetSchema>;

const step = z.enum(['submitted', 'approved', 'rejected', 'reopened', 'reimbursed']);
/** A message to one person about one company, as `claim_notifications` hands it out. */
export const notificationSchema = z.object({
  id: uuid(),
  /** What waits for the person to decide, or what became of what they captured. */
  topic: z.enum(['approvals', 'own']),
  channel: z.enum(NOTIFICATION_CHANNELS),
  company_id: uuid(),
  company_name: z.string(),
  /** Of a push message: the browsers it goes to, and how many expenses wait for the person everywhere. */
  subscriptions: z.nullable(z.array(pushTargetSchema)),
  badge: z.nullable(z.int()),
  email: z.string(),
  language: z.enum(['en', 'de']),
  count: z.int(),
  sums: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** Who captured them, the ten with most. */
  people: z.array(z.object({ name: z.string(), count: z.int() })),
  /** The ten oldest. */
  items: z.array(
    z.object({
      expense_id: uuid(),
      step,
      number: z.nullable(z.string()),
      description: z.string(),
      amount: z.number(),
      currency: z.string(),
      author: z.string(),
      /** Empty when they are no member any more. */
      actor: z.string(),
      reason: z.string(),
    }),
  ),
});
export type Notification = z.infer<typeof notificationSchema>;

/** What a message is about, as a path of the app: the one record, or the list. */
function placeOf({ topic, count, items: [only] }: Notification): string {
  if (count === 1 && only) return `/finance/expenses/${only.expense_id}`;
  const filter = topic === 'approvals' ? { status: 'pending' as const } : { isMine: true };
  return `/finance/expenses?${new URLSearchParams(filterToParams({ ...EVERY_EXPENSE, ...filter }))}`;
}

/** The path that opens what a message is about in its company, whichever one is open. */
export const notificationPath = (notification: Notification): string =>
  `${notification.language === 'de' ? '/de' : ''}/company/select-current?${new URLSearchParams({ company: notification.company_id, next: placeOf(notification) })}`;
