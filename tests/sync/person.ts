import { listStoredIds, readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord, restoreRecord } from '#data/core/write.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import { type CollectionName, registry } from '#domain/registry.ts';
import { differences, pickFields } from '#data/changes/merge.ts';
import { discardIssue, keepMine } from '#data/sync-centre/issues.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Device } from './device.ts';
import { expenseOf, fileOf, vendorOf } from './records.ts';
import type { Binned, World } from './world.ts';

export async function visibleTo(world: World, device: Device, name: CollectionName): Promise<SyncedRecord[]> {
  const { db } = device;
  const stored = await readStored(db, name, await listStoredIds(db, name, '', 1000));
  return [...stored.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)) as SyncedRecord[];
}

export async function personWrites(world: World, device: Device): Promise<void> {
  if (world.lost.has(device)) return;
  const { companyId } = device;
  const { db, tab } = device.open(companyId);
  const x = world.chance();
  const [vendors, expenses] = [await visibleTo(world, device, 'vendors'), await visibleTo(world, device, 'expenses')];
  const value = `v${++world.values}`;
  const run = async (
    name: CollectionName,
    id: string,
    before: SyncedRecord | null,
    after: SyncedRecord | null,
    act: () => Promise<unknown>,
    what: string,
  ) => {
    world.say(`${tab} ${what} ${world.name(id)} ${value}`, 'write');
    const done = world.ledger.intent(device.name, id, name, before, after);
    await world.stage.start(`${tab} write ${world.name(id)}`, device.name, tab, async () => {
      await act();
      done();
    });
  };
  const base = { id: world.newId(), company_id: companyId, at: new Date(world.time + device.skew).toISOString() };
  if (x < 0.07 || (vendors.length === 0 && x < 0.5)) {
    const vendor = vendorOf(base, value);
    return run('vendors', base.id, null, vendor, () => insertRecord(db, 'vendors', vendor), 'adds vendor');
  }
  if (x < 0.16 || (expenses.length === 0 && x < 0.6)) {
    const expense = expenseOf(
      base,
      value,
      device.userId,
      vendors.length > 0 && world.chance() < 0.7 ? world.chance.pick(vendors).id : null,
      world.values,
    );
    return run('expenses', base.id, null, expense, () => insertRecord(db, 'expenses', expense), 'adds expense');
  }
  if (x < 0.22 && expenses.length > 0) {
    const file = fileOf(base, value, device.userId, world.chance.pick(expenses).id);
    return run('files', base.id, null, file, () => insertRecord(db, 'files', file), 'adds file');
  }
  if (x < 0.62 && vendors.length > 0)
    return personEdits(
      world,
      device,
      'vendors',
      world.chance.pick(vendors).id,
      value,
      world.chance.pick(['name', 'notes', 'phone', 'city', 'street']),
    );
  if (x < 0.88 && expenses.length > 0)
    return personEdits(
      world,
      device,
      'expenses',
      world.chance.pick(expenses).id,
      value,
      world.chance.pick(['description', 'amount', 'tax_amount']),
    );
  const [name, all] = world.chance() < 0.5 ? (['vendors', vendors] as const) : (['expenses', expenses] as const);
  const binned = world.binned.filter((each) => each.device === device && each.companyId === companyId);
  if (binned.length > 0 && world.chance() < 0.4) return personUndoes(world, device, world.chance.pick(binned));
  if (all.length > 0) return personDeletes(world, device, name, world.chance.pick(all));
}

export async function personEdits(
  world: World,
  device: Device,
  name: 'vendors' | 'expenses',
  id: string,
  value: string,
  field: string,
): Promise<void> {
  const { db, tab } = device.open(device.companyId);
  const next = field.endsWith('amount') ? world.values + 0.5 : value;
  world.say(`${tab} edits ${world.name(id)}.${field} ${next}`, 'write');
  let done = (): void => undefined;
  await world.stage.start(`${tab} write ${world.name(id)}`, device.name, tab, async () => {
    const change = (current: SyncedRecord) => {
      const after = { ...current, [field]: next };
      world.ledger.act(device.name, id, after);
      done = world.ledger.intent(device.name, id, name, structuredClone(current), after);
      return after;
    };
    await changeRecord(db, name, id, change as never);
    done();
  });
}

export async function personDeletes(world: World, device: Device, name: CollectionName, record: SyncedRecord): Promise<void> {
  const { companyId } = device;
  const { db, tab } = device.open(companyId);
  world.say(`${tab} deletes ${world.name(record.id)}`, 'delete');
  const done = world.ledger.intent(device.name, record.id, name, record, null);
  await world.stage.start(`${tab} delete ${world.name(record.id)}`, device.name, tab, async () => {
    await removeRecord(db, name, record.id);
    done();
    bin(world, { device, companyId, name, record });
  });
}

/** What the person could bring back: the newest version they deleted. */
export function bin(world: World, deleted: Binned): void {
  const older = world.binned.findIndex((each) => each.device === deleted.device && each.record.id === deleted.record.id);
  if (older >= 0) world.binned.splice(older, 1);
  world.binned.push(deleted);
}

export async function personUndoes(
  world: World,
  device: Device,
  { name, record }: { name: CollectionName; record: SyncedRecord },
): Promise<void> {
  const { db, tab } = device.open(device.companyId);
  world.say(`${tab} brings back ${world.name(record.id)}`, 'undo');
  await world.stage.start(`${tab} undo ${world.name(record.id)}`, device.name, tab, async () => {
    const done = world.ledger.intent(device.name, record.id, name, null, record);
    await restoreRecord(db, name, record as never);
    done();
  });
}

const fieldsOf = ({ fields, base, collection }: SyncIssue, mine: SyncedRecord) =>
  fields.length > 0 ? fields : differences(registry[collection], base, mine);

export async function personResolves(world: World, device: Device): Promise<void> {
  const issues = (await device.device.issues.where({ company_id: device.companyId }).toArray()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (issues.length === 0 || world.lost.has(device)) return;
  const issue = world.chance.pick(issues);
  const { db, tab } = device.open(device.companyId);
  const isMine = world.chance() < 0.6;
  world.say(`${tab} ${isMine ? 'keeps mine' : 'discards'} ${world.name(issue.doc_id)} ${issue.kind}`, 'resolve');
  const row = await device.device.outbox.get(issue.key);
  const before = row ? row.mine : ((await readStored(device.db, issue.collection, [issue.doc_id])).get(issue.doc_id) ?? null);
  await world.stage.start(`${tab} resolve`, device.name, tab, async () => {
    world.ledger.closed.push({ device: device.name, issue });
    const seen = issue.theirs ?? issue.base;
    // What the person was shown: the other version, with what they keep of their own.
    if (isMine && issue.mine && seen)
      world.ledger.act(device.name, issue.doc_id, pickFields(seen, issue.mine, fieldsOf(issue, issue.mine)));
    if (isMine && issue.theirs) world.ledger.intent(device.name, issue.doc_id, issue.collection, issue.theirs, issue.mine ?? issue.theirs); // the question showed both
    const done = isMine
      ? world.ledger.intent(device.name, issue.doc_id, issue.collection, before as SyncedRecord | null, issue.mine)
      : () => undefined;
    await (isMine ? keepMine(db, issue) : discardIssue(db, issue));
    done();
    if (isMine && !issue.mine && before)
      bin(world, { device, companyId: issue.company_id, name: issue.collection, record: before as SyncedRecord });
  });
}
