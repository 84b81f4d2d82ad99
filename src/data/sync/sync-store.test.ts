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
import { carryOut, patchState, readState } from './sync-store.ts';
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

test('[SYNC-15] during a first load a delete removes what this device had already sent', async () => {
  const sent = { ...row.mine!, rev: 'srv-1' };
  await carryOut(company.db, { decided: [{ row, decision: { row: null, doc: sent } }] });
  await carryOut(company.db, { targets: new Map([['vendors', new Map([[vendorId, null]])]]), areNew: true });
  expect(await name()).toBeUndefined();
});

const context = (db = company.db) => ({ db, signal: new AbortController().signal }) as never;
const another = () => ({ ...row.mine!, id: newRecord(company.ctx).id, rev: 'srv-1' });
/** Another engine went on while this one stood still before its next document. */
function overtakenBy(what: () => Promise<unknown>): void {
  const instance = company.db.collections.vendors.storageInstance as unknown as { bulkWrite(rows: unknown, why: string): Promise<unknown> };
  const write = instance.bulkWrite.bind(instance);
  instance.bulkWrite = async (rows, why) => {
    instance.bulkWrite = write;
    await what();
    return write(rows, why);
  };
}

test('[SYNC-42] a page that comes late, when another engine has gone on, moves no cursor, and everything is read again', async () => {
  const [late, { version }] = [another(), await readState(company.db)];
  overtakenBy(() => fenced(context(otherTab), version, async () => ({ patch: { cursors: { vendors: 9 } } })));
  const targets = new Map([['vendors', new Map([[late.id, late]])] as const]);
  const page = fenced(context(), version, async () => ({ targets, patch: { cursors: { vendors: 5 } } }));
  await expect(page).rejects.toThrow(StalePage);
  expect(await readState(company.db)).toMatchObject({ cursors: { vendors: 9 }, snapshot: 'unknown' });
});

test('[SYNC-42] so it does when one of its documents was written since, and nothing is read again when all were', async () => {
  const [first, second] = [another(), another()];
  for (const [taken, expected] of [
    [[first, second], null],
    [[first], 'unknown'],
  ] as const) {
    const { version } = await readState(company.db);
    const page = [first, second].map((each) => ({ ...each, id: newRecord(company.ctx).id }));
    overtakenBy(() =>
      fenced(context(otherTab), version, async () => ({
        targets: new Map([['vendors', new Map(page.slice(0, taken.length).map((each) => [each.id, { ...each, rev: 'srv-2' }]))]]),
      })),
    );
    const targets = new Map([['vendors', new Map(page.map((each) => [each.id, each]))] as const]);
    await expect(fenced(context(), version, async () => ({ targets }))).rejects.toThrow(StalePage);
    expect(await readState(company.db)).toMatchObject({ snapshot: expected });
  }
});

test('[SYNC-42] an answer that comes late puts a cursor back from where it is by then', async () => {
  const { version } = await readState(company.db);
  const flight = { rev: row.rev, op: 'upsert' as const, doc: row.mine, base_rev: null };
  await company.db.device.outbox.put({ ...row, flight });
  await patchState(company.db, { cursors: { vendors: 70 }, held: { [row.key]: 50 } });
  overtakenBy(() => fenced(context(otherTab), version, async () => ({ patch: { cursors: { vendors: 2 }, held: { other: 1 } } })));
  const transport = {
    pull: () => Promise.reject(new Error('not asked')),
    push: (_: string, [change]: readonly PushChange[]) =>
      Promise.resolve([{ ...change!, status: 'applied' as const, row: { ...row.mine!, rev: 'srv-1' } }]),
  };
  const limits = { push: 10, pull: 10, chunk: 10 };
  const parts = { transport, limits, pace: { changes: 10, rows: 10 }, asides: new Map(), random: () => 0 };
  await pushAll({ ...parts, db: company.db, signal: new AbortController().signal });
  expect(await readState(company.db)).toMatchObject({ cursors: { vendors: 2 }, held: { other: 1 } });
});
