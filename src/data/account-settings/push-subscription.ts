import * as z from 'zod/mini';
import { authError } from '#data/session/auth-errors.ts';
import { requestError } from '#data/session/request-error.ts';
import { askToNotify, currentPushAddress, type PushAddress, subscribePush } from '#platform/pwa/push-device.ts';
import { endPush } from '#platform/pwa/end-push.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type AccountService, callRpc } from './account-call.ts';

/** Whether this browser takes push messages, as the server knows it. */
export type PushDevice = { readonly isOn: boolean; readonly hidesDetails: boolean };

const storedSchema = z.nullable(z.object({ hides_details: z.boolean() }));
const OFF: PushDevice = { isOn: false, hidesDetails: false };

export async function loadPushDevice(service: AccountService): Promise<PushDevice> {
  const address = await currentPushAddress();
  if (!address) return OFF;
  const stored = z.parse(storedSchema, await callRpc(service, 'push_subscription', { p_endpoint: address.endpoint }));
  return stored ? { isOn: true, hidesDetails: stored.hides_details } : OFF;
}

const save = (service: AccountService, { endpoint, p256dh, auth }: PushAddress, hidesDetails: boolean): Promise<unknown> =>
  callRpc(service, 'save_push_subscription', { p_endpoint: endpoint, p_p256dh: p256dh, p_auth: auth, p_hides_details: hidesDetails });

/** Null: whoever runs the server has not set up push messages. */
async function keyOf(service: AccountService): Promise<string | null> {
  const client = await service.client().catch((error: unknown) => {
    throw authError(error);
  });
  const { data, error, status } = await callFunction<{ key: string }>(client, 'push-key');
  if (data) return data.key;
  if (error === 'push_not_configured') return null;
  throw requestError(error, status);
}

/** On a person's press: the browser asks them, is subscribed, and the server is told. Answers what became of it. */
export async function switchPushOn(service: AccountService): Promise<'on' | 'refused' | 'failed' | 'unconfigured'> {
  if (!(await askToNotify())) return 'refused';
  const key = await keyOf(service);
  if (key === null) return 'unconfigured';
  // The browser's push service can't be reached, or there is none.
  const address = await subscribePush(key).catch(() => null);
  if (!address) return 'failed';
  await save(service, address, false);
  return 'on';
}

export async function switchPushOff(service: AccountService): Promise<true> {
  await callRpc(service, 'remove_push_subscription');
  await endPush();
  return true;
}

export async function hidePushDetails(service: AccountService, hidesDetails: boolean): Promise<true> {
  const address = await currentPushAddress();
  if (address) await save(service, address, hidesDetails);
  return true;
}
