import * as z from 'zod/mini';
import { notificationMail } from '#domain/mail/notification-mail.ts';
import { type Notification, notificationSchema } from '#domain/notifications/notifications.ts';
import { pushMessage, pushTopic } from '#domain/notifications/push-message.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { type Call, endpoint } from '#functions/_shared/endpoint.ts';
import type { FunctionEnv } from '#functions/_shared/env.ts';
import { Refusal } from '#functions/_shared/refusal.ts';
import { DEFAULT_COLOR, readSendingCompany, sendMail } from '#functions/_shared/send-mail.ts';
import { sendPush } from '#functions/_shared/web-push.ts';

/** At a time: each may have to wait for a mail server. */
const PER_ROUND = 10;
/** Of one call; what is more waits a minute for the next. */
const PATIENCE_MS = 40_000;

type Deps = Pick<Call<unknown>, 'env' | 'caller'>;
type Outcome = { readonly outcome: 'sent' | 'later' | 'dropped'; readonly reason: string };

async function sendAsMail(env: FunctionEnv, notification: Notification): Promise<void> {
  const site = env['SITE_URL'];
  if (!site) throw new Refusal(500, 'mail_not_configured', 'SITE_URL');
  const company = await readSendingCompany(env, notification.company_id);
  const mail = notificationMail(notification, {
    companyName: company.company_name,
    color: company.primary_color ?? DEFAULT_COLOR,
    site: new URL(site).origin,
  });
  await sendMail(env, company, { ...mail, id: notification.id, to: [notification.email], kind: 'notification' });
}

const A_DAY_S = 24 * 60 * 60;

/** To all browsers of the person; those that take no more are forgotten. One that was reached is enough: again it would come twice to the others. */
async function sendAsPush({ env, caller }: Deps, notification: Notification): Promise<Outcome> {
  const outcomes = await Promise.all(
    (notification.subscriptions ?? []).map(async (target) => {
      const text = JSON.stringify(pushMessage(notification, { hidesDetails: target.hides_details }));
      const outcome = await sendPush(env, target, { text, topic: pushTopic(notification), ttlS: A_DAY_S });
      if (outcome === 'gone') await asCaller({ env, caller }, 'drop_push_subscription', { p_id: target.id });
      return outcome;
    }),
  );
  if (outcomes.includes('sent')) return { outcome: 'sent', reason: '' };
  return outcomes.includes('later') ? { outcome: 'later', reason: 'push_failed' } : { outcome: 'dropped', reason: '' };
}

async function deliver(deps: Deps, notification: Notification): Promise<Outcome> {
  try {
    if (notification.channel === 'push') return await sendAsPush(deps, notification);
    await sendAsMail(deps.env, notification);
    return { outcome: 'sent', reason: '' };
  } catch (error) {
    return { outcome: 'later', reason: error instanceof Refusal ? error.code : 'unknown' };
  }
}

async function round(call: Deps): Promise<string[]> {
  const due = z.array(notificationSchema).parse(await asCaller(call, 'claim_notifications', { p_limit: PER_ROUND }));
  return Promise.all(
    due.map(async (notification) => {
      const { outcome, reason } = await deliver(call, notification);
      return String(await asCaller(call, 'finish_notification', { p_id: notification.id, p_outcome: outcome, p_reason: reason }));
    }),
  );
}

/** Sends what people are to hear of outside the app. For a scheduler, once a minute: the database hands it to nobody else. */
export const handler = endpoint(z.object({}), async (call) => {
  const until = Date.now() + PATIENCE_MS;
  const answers = { sent: 0, later: 0, failed: 0 };
  let states: string[];
  do {
    states = await round(call);
    for (const state of states)
      if (state === 'sent' || state === 'failed' || state === 'waiting') answers[state === 'waiting' ? 'later' : state] += 1;
  } while (states.length > 0 && Date.now() < until && !call.signal.aborted);
  return answers;
});
