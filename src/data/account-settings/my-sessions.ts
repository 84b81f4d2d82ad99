import * as z from 'zod/mini';
import { type DeviceName, deviceNameOf } from '#domain/account/device-name.ts';
import { type AccountService, callRpc } from './account-call.ts';

const rowSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  refreshed_at: z.string(),
  user_agent: z.string(),
  ip: z.string(),
  aal: z.string(),
  is_current: z.boolean(),
});

/** One place where the person is signed in. `lastSeenAt` is when its tokens were last renewed. */
export type MySession = {
  readonly id: string;
  readonly device: DeviceName;
  readonly address: string;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
  readonly hasSecondFactor: boolean;
  readonly isCurrent: boolean;
};

/** Everywhere the person is signed in, this device first. */
export async function mySessions(service: AccountService): Promise<MySession[]> {
  const rows = z.parse(z.array(rowSchema), await callRpc(service, 'my_sessions'));
  return rows.map((row) => ({
    id: row.id,
    device: deviceNameOf(row.user_agent),
    address: row.ip,
    signedInAt: row.created_at,
    lastSeenAt: row.refreshed_at,
    hasSecondFactor: row.aal === 'aal2',
    isCurrent: row.is_current,
  }));
}

/** Signs one other device out. */
export async function endSession(service: AccountService, sessionId: string): Promise<void> {
  await callRpc(service, 'end_session', { p_session: sessionId });
}
