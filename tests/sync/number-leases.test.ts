import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommandContext } from '#data/core/command-context.ts';
import { insertRecord } from '#data/core/write.ts';
import { newRecord } from '#data/core/command-context.ts';
import { createInvoiceDraft, markReadyToIssue } from '#data/invoices/invoices.commands.ts';
import { giveBackAll } from '#data/leases/give-back-all.ts';
import { keptLease } from '#data/leases/kept-leases.ts';
import type { LeaseCall } from '#data/leases/lease-call.ts';
import { returnNumbers, takeNumbers } from '#data/leases/number-leases.commands.ts';
import { settleLeases } from '#data/leases/settle-leases.ts';
import { issueAnew, refusedNumber } from '#data/sync-centre/issues.ts';
import { repairCompany } from '#data/sync/repair.ts';
import { AppError } from '#domain/errors.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { newId } from '#platform/ids/ids.ts';
import { copyServer } from '#tests/support/older-server.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { seeded } from './seeded.ts';
import { leaseCalls } from './lease-calls.ts';
import { type Server, startServer } from './server.ts';
import { quotaError, thinDisk } from './thin-disk.ts';

let server: Server;
let company: string;
let today: string;
const owner = newId();
const devices: LabDevice[] = [];
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
});
afterAll(() => server.close());
beforeEach(async () => {
  company = newId();
  await server.createCompany(owner, company);
  await server.db.query(
    `update public.companies set settings = settings || jsonb_build_object('numbers', '{"leases": true}'::jsonb,
       'tax', settings -> 'tax' || '{"vat_id": "DE123456789"}', 'company_details', settings -> 'company_details' || jsonb_build_object('address',
         '{"street": "Hafenstraße", "house_number": "1", "postal_code": "20457", "city": "Hamburg", "country": "DE"}'::jsonb)) where id = $1`,
    [company],
  );
  today = String((await one('select private.company_today($1)::text as answer', company))['answer']);
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close();
});

const one = async (sql: string, ...params: unknown[]) => (await server.db.query(sql, params)).rows[0] ?? {};
const call: LeaseCall = (name, args) => leaseCalls(server, owner)(name, args);

const ctx: CommandContext = {
  get companyId() {
    return company;
  },
  userId: owner,
  access: { userId: owner, isOwner: true, isAdmin: true, keys: new Set() },
  timezone: 'Europe/Berlin',
  now: () => new Date(),
  today: () => today,
  newId,
};

/** A device with the company's records, which went through everything the server had. */
async function device(parts: Parameters<typeof labDevice>[3] = {}): Promise<LabDevice> {
  const made = await labDevice(server, owner, company, { only: ['companies', 'customers', 'invoices'], ...parts });
  devices.push(made);
  await made.settled();
  return made;
}

async function customerOn({ db }: LabDevice): Promise<string> {
  const texts = { contact_name: '', email: '', phone: '', vat_id: '', buyer_reference: '', notes: '' };
  const place = { street: 'Kai', house_number: '2', postal_code: '24103', city: 'Kiel', country: 'DE' };
  const delivery = {
    delivery_name: '',
    delivery_street: '',
    delivery_house_number: '',
    delivery_postal_code: '',
    delivery_city: '',
    delivery_country: '',
    customer_number: '',
    salutation: '',
  };
  const more = {
    language: 'de',
    currency: 'EUR',
    payment_terms_days: 14,
    is_active: true,
    e_address: null,
    e_address_scheme: null,
  } as const;
  return (
    await insertRecord(db, 'customers', {
      ...newRecord(ctx),
      ...texts,
      ...place,
      ...more,
      ...delivery,
      name: 'Kunde',
      e_invoice_format: null,
    })
  ).id;
}

let lines = 0;
async function draftOn({ db }: LabDevice, customer_id: string): Promise<Invoice> {
  lines += 1;
  const item = { id: newId(), position: 1, product_id: null, description: `Fahrt ${lines}`, unit: 'h', discount_percent: 0 };
  const texts = { reference: '', notes: '', internal_notes: '', payment_terms: '' };
  const input = {
    ...texts,
    customer_id,
    due_days: 14,
    service_from: today,
    service_to: null,
    currency: 'EUR',
    language: 'de' as const,
    tax_mode: 'standard' as const,
    items: [{ ...item, quantity: (lines % 7) + 1, unit_price: 33.33, tax_rate: 19, tax_category: 'S' as const, exemption_reason: null }],
  };
  return createInvoiceDraft(db, { id: newId(), input }, ctx);
}
const issued = async (on: LabDevice, customer: string): Promise<Invoice> =>
  markReadyToIssue(on.db, { seen: await draftOn(on, customer), overruled: [], isOffline: true }, ctx);
const take = ({ db }: LabDevice, count: number) => takeNumbers(db, call, { count, deviceName: 'Test' }, ctx);
const onServer = async () =>
  (
    await server.db.query(
      'select id, number, gross_total::float8 as gross from public.invoices where company_id = $1 and number is not null',
      [company],
    )
  ).rows;
const unexplained = async () =>
  (
    await server.db.query(
      `select place, r.reason from private.number_counters c cross join generate_series(1, c.last) place
       left join private.number_gap_reasons r on r.company_id = c.company_id and r.series = c.kind and r.year = c.year and r.number = place
       where c.company_id = $1 and c.kind = 'invoices'
         and not exists (select from public.invoices i where i.company_id = c.company_id and i.number_year = c.year and i.number_seq = place)`,
      [company],
    )
  ).rows;

test('[SYNC-80] two devices issue 200 invoices each without a connection, are killed between number and invoice, and no number is twice or unexplained', async () => {
  const chance = seeded(20_261_124);
  const doomed = { a: false, b: false };
  const [a, b] = [await device({ diskParts: [thinDisk(() => !doomed.a)] }), await device({ diskParts: [thinDisk(() => !doomed.b)] })];
  const customer = await customerOn(a);
  await a.settled();
  await b.settled();
  const made = new Map<string, string>();
  let killed = 0;

  /** The tab dies in the transaction, or after it and before the invoice is written; whoever opens the company next finds what there is. */
  async function killedWhileIssuing(on: LabDevice, name: 'a' | 'b'): Promise<void> {
    const seen = await draftOn(on, customer);
    const before = (await keptLease(on.db))?.unused.length ?? 0;
    const store = on.db.collections.invoices.storageInstance;
    const write = store.bulkWrite.bind(store);
    const isLate = chance() < 0.5;
    if (isLate)
      store.bulkWrite = async () => {
        doomed[name] = true; // nor is anything undone
        throw quotaError();
      };
    else doomed[name] = true;
    await markReadyToIssue(on.db, { seen, overruled: [], isOffline: true }, ctx).catch(() => undefined);
    store.bulkWrite = write;
    doomed[name] = false;
    await repairCompany(on.db);
    killed += 1;
    const now = (await on.db.collections.invoices.findOne(seen.id).exec())?.toMutableJSON();
    const left = (await keptLease(on.db))?.unused.length ?? 0;
    // Both, or neither.
    expect([now?.number !== null, before - left]).toEqual([isLate, isLate ? 1 : 0]);
    if (now?.number) made.set(now.id, now.number);
    else if (now) made.set(now.id, (await markReadyToIssue(on.db, { seen: now, overruled: [], isOffline: true }, ctx)).number ?? 'none');
  }

  for (let trip = 0; trip < 10; trip += 1) {
    for (const on of [a, b]) {
      await take(on, 20);
      on.isOffline = true;
    }
    for (let n = 0; n < 20; n += 1)
      for (const [on, name] of [
        [a, 'a'],
        [b, 'b'],
      ] as const) {
        if (chance() < 0.1) await killedWhileIssuing(on, name);
        else {
          const invoice = await issued(on, customer);
          made.set(invoice.id, invoice.number ?? 'none');
        }
      }
    for (const on of [a, b]) {
      if (chance() < 0.5) on.faults.push('response lost');
      on.isOffline = false;
      on.engine.poke('online');
      await on.settled();
      await settleLeases(on.db, call);
    }
  }

  expect([killed > 20, made.size, new Set(made.values()).size]).toEqual([true, 400, 400]);
  expect(new Map((await onServer()).map(({ id, number }) => [id, number]))).toEqual(made);
  expect(await unexplained()).toEqual([]);
  expect([await a.db.device.issues.count(), await b.db.device.issues.count(), await keptLease(a.db)]).toEqual([0, 0, null]);
});

test('[SYNC-80] two tabs that issue at the same moment take two numbers', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  await take(a, 8);
  a.isOffline = true; // else what the server completes of a draft comes in between
  const tab = { ...a.db, exclusive: <T>(run: () => Promise<T>) => run() };
  const drafts = await Promise.all(Array.from({ length: 8 }, () => draftOn(a, customer)));
  const both = await Promise.all(
    drafts.map((seen, n) => markReadyToIssue(n % 2 ? tab : a.db, { seen, overruled: [], isOffline: true }, ctx)),
  );
  expect(new Set(both.map(({ number }) => number)).size).toBe(8);
  expect((await keptLease(a.db))?.unused).toEqual([]);
});

test('[SYNC-81] a copied device: the second use of a number waits for a person, who has it issued with another one', async () => {
  const [a, copy] = [await device(), await device()];
  const customer = await customerOn(a);
  await a.settled();
  await copy.settled();
  await take(a, 3);
  const lease = await keptLease(a.db);
  if (!lease) throw new Error('no lease');
  await copy.db.device.leases.put({ ...lease });
  // Else what the server completes of a draft comes in between.
  a.isOffline = true;
  copy.isOffline = true;
  const [first, second] = [await issued(a, customer), await issued(copy, customer)];
  expect(second.number).toBe(first.number);
  for (const on of [a, copy]) {
    on.isOffline = false;
    await on.settled();
  }
  const [issue] = await copy.db.device.issues.toArray();
  expect([issue?.kind, issue?.message, issue && refusedNumber(issue)]).toEqual(['rejected', 'number_used', first.number]);
  if (issue) await issueAnew(copy.db, issue);
  copy.engine.poke('write');
  await copy.settled();
  const all = await onServer();
  expect([all.length, new Set(all.map(({ number }) => number)).size, all.some(({ id }) => id === second.id)]).toEqual([2, 2, true]);
  await settleLeases(copy.db, call);
  expect((await keptLease(copy.db))?.unused).toEqual([2, 3]);
});

test('[SYNC-82] a server that was set back hears of the numbers again, gives them to nobody, and takes what was issued meanwhile', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  const putBack = await copyServer(server.db);
  await take(a, 3);
  a.isOffline = true;
  const invoice = await issued(a, customer);
  await putBack();
  expect(await unexplained()).toEqual([]);
  await settleLeases(a.db, call);
  a.isOffline = false;
  a.engine.poke('online');
  await a.settled();
  expect((await onServer()).map(({ id, number }) => [id, number])).toEqual([[invoice.id, invoice.number]]);
  expect((await unexplained()).map(({ reason }) => reason)).toEqual(['lease_open', 'lease_open']);
  await returnNumbers(a.db, call);
  expect([await unexplained(), await keptLease(a.db)]).toEqual([[], null]);
});

test('[SYNC-82] numbers are not given back while an invoice with one is not at the server, and an ended lease is none', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  const lease = await take(a, 3);
  a.isOffline = true;
  await issued(a, customer);
  await expect(returnNumbers(a.db, call)).rejects.toMatchObject({ code: 'invalid_transition' });
  await call('end_number_lease', { p_company: company, p_lease: lease.id });
  await settleLeases(a.db, call);
  expect(await keptLease(a.db)).toBe(null);
  expect((await issued(a, customer)).status).toBe('ready_to_issue');
});

test('[SYNC-84] a device that is wiped gives back what it did not use; what it gives up with that is explained and never given again', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  await take(a, 3);
  a.isOffline = true;
  await expect(giveBackAll(a.db.device, () => Promise.reject(new AppError('server_failed')))).rejects.toMatchObject({
    code: 'server_failed',
  });
  // They are on their way back: nobody takes one of them meanwhile.
  expect((await issued(a, customer)).status).toBe('ready_to_issue');
  await giveBackAll(a.db.device, call);
  expect([await unexplained(), await keptLease(a.db)]).toEqual([[], null]);

  await take(a, 3);
  await issued(a, customer);
  await giveBackAll(a.db.device, call);
  expect([(await unexplained()).map(({ place, reason }) => `${Number(place)} ${String(reason)}`), await keptLease(a.db)]).toEqual([
    ['1 lease_lost'],
    null,
  ]);
  a.isOffline = false;
  a.engine.poke('online');
  await a.settled();
  expect((await a.db.device.issues.toArray()).map(({ message }) => message)).toEqual(['lease_ended']);
});

test('[SYNC-81] a copied device that has the same invoice on its way sends it once more without any question', async () => {
  const [a, copy] = [await device(), await device()];
  const customer = await customerOn(a);
  await a.settled();
  await copy.settled();
  await take(a, 3);
  a.isOffline = true;
  copy.isOffline = true;
  const invoice = await issued(a, customer);
  const [row] = await a.db.device.outbox.toArray();
  const lease = await keptLease(a.db);
  if (!row || !lease) throw new Error('nothing to copy');
  await copy.db.device.outbox.put(row);
  await copy.db.device.leases.put(lease);
  await repairCompany(copy.db);
  for (const on of [a, copy]) {
    on.isOffline = false;
    on.engine.poke('online');
    await on.settled();
  }
  expect((await onServer()).map(({ number }) => number)).toEqual([invoice.number]);
  expect((await copy.db.device.issues.toArray()).map(({ kind, message }) => `${kind} ${message}`)).toEqual([]);
});

test('[SYNC-80] numbers whose answer got lost on the way are this device’s when it asks once more', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  const lost: LeaseCall = async (name, args) => {
    await call(name, args);
    throw new AppError('offline');
  };
  await expect(takeNumbers(a.db, lost, { count: 3, deviceName: 'Test' }, ctx)).rejects.toMatchObject({ code: 'offline' });
  expect(await keptLease(a.db)).toBe(null);
  expect((await take(a, 5)).numbers).toEqual([1, 2, 3]);
  a.isOffline = true;
  const invoice = await issued(a, customer);
  // The same with one of them on its way.
  await a.db.device.leases.clear();
  expect((await take(a, 5)).numbers).toEqual([2, 3]);
  expect((await keptLease(a.db))?.unused).toEqual([2, 3]);
  a.isOffline = false;
  await a.settled();
  expect((await onServer()).map(({ number }) => number)).toEqual([invoice.number]);
});
