import { afterEach, beforeEach, expect, test } from 'vitest';
import { EVERY_ACTIVITY } from '#domain/activity/activity-filter.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { deviceActivity } from './activity-source.ts';
import { addNote } from './activity.commands.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

test('of the entries that the device keeps it knows which wait to be sent', async () => {
  const { db, ctx } = company;
  const [sent, waits] = [await addNote(db, { text: 'sent' }, ctx), await addNote(db, { text: 'waits' }, ctx)];
  await db.device.outbox.delete(`activity_log:${sent.id}`);
  const device = deviceActivity(db);
  const kept = await device.read({ filter: EVERY_ACTIVITY, offset: 0, limit: 50, now: ctx.now() });
  expect(kept.map(({ id }) => id).toSorted()).toEqual([sent.id, waits.id].toSorted());
  expect((await device.unsent(kept)).map(({ id }) => id)).toEqual([waits.id]);
});
