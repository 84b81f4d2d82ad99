import * as z from 'zod/mini';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import { Refusal } from '#functions/_shared/refusal.ts';

/** The key that a browser must be told when it subscribes to this deployment's push messages; for whoever is signed in. */
export const handler = endpoint(z.strictObject({}), async (call) => {
  await asCaller(call, 'notification_settings');
  const key = call.env['VAPID_PUBLIC_KEY'] ?? '';
  if (key === '' || (call.env['VAPID_PRIVATE_KEY'] ?? '') === '') throw new Refusal(422, 'push_not_configured');
  return { key };
});
