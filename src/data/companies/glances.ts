import * as z from 'zod/mini';
import { callRpc } from '#data/account-settings/account-call.ts';
import type { DeviceDatabase } from '#data/device/device-database.ts';
import { withDevice } from '#data/device/with-device.ts';
import { session } from '#data/session/session.ts';
import { AppError } from '#domain/errors.ts';
import { type Glance, glanceAnswerSchema, glanceOfAnswer } from '#domain/reports/glance.ts';
import { systemClock } from '#platform/clock/clock.ts';

/** A company in a few figures as this device knows them, how old they are, and what only this device has of it. */
export type KeptGlance = { readonly at: string; readonly glance: Glance };
export type OnDevice = { readonly waiting: number; readonly issues: number };
export type Glances = { readonly kept: ReadonlyMap<string, KeptGlance>; readonly onDevice: ReadonlyMap<string, OnDevice> };

/** In `meta`, one per company: what is kept of one company goes without touching another's. */
const PREFIX = 'glance:';

/** Keeps the newest figures of some companies; `isAll`: of all that this person may see, others go. */
export async function keepGlances(
  device: DeviceDatabase,
  glances: readonly Glance[],
  { at, isAll }: { at: string; isAll: boolean },
): Promise<void> {
  const keyOf = ({ companyId }: Glance) => `${PREFIX}${companyId}`;
  await device.transaction('rw', device.meta, async () => {
    if (isAll) await device.meta.where(':id').startsWith(PREFIX).delete();
    await device.meta.bulkPut(
      glances.map((glance) => ({ at, glance }) satisfies KeptGlance),
      glances.map(keyOf),
    );
  });
}

export async function readGlances(device: DeviceDatabase): Promise<Glances> {
  const kept = (await device.meta.where(':id').startsWith(PREFIX).toArray()) as KeptGlance[];
  const onDevice = new Map<string, OnDevice>();
  const add = (companyId: unknown, more: Partial<OnDevice>) => {
    if (typeof companyId !== 'string') return;
    const { waiting, issues } = onDevice.get(companyId) ?? { waiting: 0, issues: 0 };
    onDevice.set(companyId, { waiting: waiting + (more.waiting ?? 0), issues: issues + (more.issues ?? 0) });
  };
  for (const table of [device.outbox, device.receipts, device.mails])
    for (const companyId of await table.orderBy('company_id').keys()) add(companyId, { waiting: 1 });
  for (const companyId of await device.issues.orderBy('company_id').keys()) add(companyId, { issues: 1 });
  return { kept: new Map(kept.map((each) => [each.glance.companyId, each])), onDevice };
}

const answerSchema = z.object({ user_id: z.string(), companies: glanceAnswerSchema });

/** Asks the server about all companies at once. What was answered to somebody else, who signed in meanwhile, is not kept. */
export async function askForGlances(userId: string): Promise<void> {
  const { user_id, companies } = z.parse(answerSchema, await callRpc(session, 'companies_at_a_glance'));
  const now = session.getSnapshot();
  if (user_id !== userId || now.status !== 'signed_in' || now.user.id !== userId) throw new AppError('not_signed_in');
  await withDevice(userId, (device) =>
    keepGlances(device, companies.map(glanceOfAnswer), { at: systemClock.now().toISOString(), isAll: true }),
  );
}
