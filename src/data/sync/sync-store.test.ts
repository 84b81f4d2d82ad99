import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { createLocalExclusive } from '#data/core/exclusive.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import type { OutboxRow } from '#data/changes/outbox-row.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { fenced, StalePage } from './fence.ts';
import { pushAll } from './push.ts';
import { carryOut, readState } from './sync-store.ts';
import type { PushChange } from '#data/changes/pushed.ts';

let company: LocalCompany;
let vendorId: string;
let row: OutboxRow;
let otherTab: CompanyDatabase;
beforeEach(async () => {
  company = await localCompany();
  const { id, company_id, created_at: at } = newRecord(company.ctx);
  vendorId = id;
  await insertRecord(company.db, 'vendors', vendorOf({ id, company_id, at }, 'First'));
  row = (await company.db.device.outbox.get(`vendors:${id}`))!;
  otherTab = { ...company.db, exclusive: createLocalExclusive() }; // no Web Locks: each tab excludes only itself
});
afterEach(() => company.stop());

const rename = () => changeRecord(otherTab, 'vendors', vendorId, (current) => ({ ...current, name: 'Second' }));
const name = async () => (await company.db.collections.vendors.findOne(vendorId).exec())?.name;

/** The other tab writes between the engine's documents and its memory. */
function interrupt(): void {
  const instance = company.db.collections.vendors.storageInstance as unknown as { bulkWrite(rows: unknown, why: string): Promise<unknown> };
  const write = instance.bulkWrite.bind(instance);
  instance.bulkWrite = async (rows, why) => {
    instance.bulkWrite = write;
    const result = await write(rows, why);
    await rename();
    return result;
  };
}

test('[SYNC-3] without a lock over all tabs, a decision about a row that another tab has changed meanwhile is discarded', async () => {
  const theirs = { ...row.mine!, rev: 'srv-1' };
  interrupt();
  const before = await readState(company.db);
  await company.db.exclusive(() => carryOut(company.db, { decided: [{ row, decision: { row: null, doc: theirs } }] }));
  expect(await company.db.device.outbox.get(row.key)).toMatchObject({ mine: { name: 'Second' } });
  expect([await name(), (await readState(company.db)).version]).toEqual(['Second', before.version + 1]);
});

test('[SYNC-3] a page with such a row is asked for again', async () => {
  interrupt();
  const { version } = await readState(company.db);
  const context = { db: company.db, signal: new AbortController().signal } as never;
  const decided = [{ row, decision: { row: null, doc: { ...row.mine!, rev: 'srv-1' } } }];
  await expect(fenced(context, version, () => Promise.resolve({ decided, patch: { epoch: 'moved on' } }))).rejects.toThrow(StalePage);
  expect((await readState(company.db)).epoch).toBeNull();
});

test('[SYNC-3] nor does sending a row undo what another tab has written meanwhile', async () => {
  const { outbox } = company.db.device;
  const where = outbox.where.bind(outbox);
  outbox.where = ((index: never) => {
    outbox.where = where;
    const found = where(index) as unknown as { toArray(): Promise<OutboxRow[]> };
    const toArray = found.toArray.bind(found);
    found.toArray = async () => {
      const rows = await toArray();
      await rename();
      return rows;
    };
    return found;
  }) as never;
  const sent: PushChange[] = [];
  const push = (_: string, changes: readonly PushChange[]) => {
    sent.push(...changes);
    return Promise.resolve([]);
  };
  const { signal } = new AbortController();
  await pushAll({ db: company.db, transport: { push }, limits: { push: 9 }, pace: { changes: 9 }, asides: new Map(), signal } as never);
  expect((await outbox.get(row.key))?.mine).toMatchObject({ name: 'Second' });
  expect(sent).toMatchObject([{ doc: { name: 'Second' } }]);
});
