import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { KeptLease } from '#data/device/device-database.ts';
import { AppError } from '#domain/errors.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { claimedNumbers } from './claimed-numbers.ts';
import { giveBackAll } from './give-back-all.ts';
import { deviceId, keptLease, nextNumber } from './kept-leases.ts';
import { type LeaseCall, leaseCallOf } from './lease-call.ts';
import { returnNumbers, takeNumbers } from './number-leases.commands.ts';
import { settleLeases } from './settle-leases.ts';

const id = (n: number) => `00000000-0000-7000-8000-0000000000${n.toString(16).padStart(2, '0')}`;
const [LEASE, OTHER, DEVICE, ELSEWHERE] = [id(0xa1), id(0xa2), id(0xd1), id(0xd2)];

let local: LocalCompany;
let db: CompanyDatabase;
beforeEach(async () => {
  local = await localCompany();
  db = { ...local.db, clock: { ...systemClock, now: () => new Date('2026-03-10T12:00:00Z') } };
  await db.device.meta.put(DEVICE, 'device_id');
});
afterEach(() => local.stop());

const given = {
  id: LEASE,
  series: 'invoices',
  year: 2026,
  format: 'R-{year}-{number}',
  prefix: '',
  numbers: [4, 5, 6],
  device_id: DEVICE,
  taken_at: '2026-03-01T08:00:00Z',
  valid_until: '2026-03-31',
};
const listed = (more: object = {}) => ({ ...given, used: [] as number[], ended_at: null as string | null, ...more });
const keep = async (more: Partial<KeptLease> = {}) => {
  const lease: KeptLease = { ...given, company_id: db.companyId, device_name: 'Phone', unused: [4, 5, 6], ...more };
  await db.device.leases.put(lease);
  return lease;
};
const unused = async (lease = LEASE) => (await db.device.leases.get(lease))?.unused;

/** A server that answers so, in this order for each name; what it was asked is kept. */
function server(answers: Readonly<Record<string, readonly unknown[]>>) {
  const asked: [string, Record<string, unknown>][] = [];
  const left = new Map(Object.entries(answers).map(([name, all]) => [name, [...all]]));
  const call: LeaseCall = async (name, args) => {
    asked.push([name, args]);
    const queue = left.get(name);
    if (!queue?.length) throw new Error(`${name} was not to be asked`);
    const answer = queue.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { call, asked, names: () => asked.map(([name]) => name) };
}
const refusal = (reason: string, code: 'invalid_input' | 'not_allowed' | 'server_failed' = 'invalid_input') =>
  new AppError(code, { reason });

const DOWN = refusal('down', 'server_failed');

const claim = (seq: number, lease = LEASE) => ({ leased: { lease_id: lease, claim: { seq } } });
type Row = { readonly mine?: object | null; readonly doc?: object | null; readonly company?: string };
const waiting = ({ mine = null, doc, company = db.companyId }: Row, key = crypto.randomUUID()) =>
  db.device.outbox.put({ key, company_id: company, mine, flight: doc === undefined ? null : { doc } } as never);
const asked = ({ mine = null, company = db.companyId }: Row) =>
  db.device.issues.put({ id: crypto.randomUUID(), company_id: company, mine } as never);

test('numbers on invoices that the server has not taken are those on their way and those in question, each once, of this company and lease', async () => {
  await waiting({ mine: claim(4), doc: claim(4) });
  await waiting({ mine: {}, doc: claim(5) });
  await waiting({ mine: null, doc: null });
  await waiting({ mine: claim(6, OTHER) });
  await waiting({ mine: { leased: { lease_id: LEASE } } });
  await waiting({ mine: { leased: null } });
  await waiting({ mine: claim(9), company: OTHER });
  await asked({ mine: claim(7) });
  await asked({ mine: claim(4) });
  await asked({ mine: null });
  await asked({ mine: claim(9), company: OTHER });
  expect(new Set(await claimedNumbers(db, LEASE))).toEqual(new Set([4, 5, 7]));
  expect(await claimedNumbers(db, LEASE)).toHaveLength(3);
});

test('a device has one name for the server, made once; something else in its place is none', async () => {
  await db.device.meta.put(7, 'device_id');
  expect(await deviceId(db.device, () => OTHER)).toBe(OTHER);
  expect(await deviceId(db.device, () => ELSEWHERE)).toBe(OTHER);
});

test('the numbers of a company are its own', async () => {
  await keep({ id: OTHER, company_id: OTHER });
  expect(await keptLease(db)).toBeNull();
  await keep();
  expect((await keptLease(db))?.id).toBe(LEASE);
});

test('the lowest number is used up, once, and comes back where the invoice was not written', async () => {
  const lease = await keep({ unused: [6, 4, 5] });
  const [next, beside] = [nextNumber(db), nextNumber(db)];
  expect([next.seq(), next.lease()]).toEqual([null, null]);
  await next.read();
  await beside.read();
  expect([next.seq(), next.lease()]).toEqual([4, lease]);
  expect(await next.take()).toBe(true);
  expect(await unused()).toEqual([6, 5]);
  expect(await beside.take()).toBe(false);
  expect(await unused()).toEqual([6, 5]);
  await next.giveBack();
  await next.giveBack();
  expect(await unused()).toEqual([6, 5, 4]);
  await db.device.leases.clear();
  expect(await next.take()).toBe(false);
  await next.giveBack();
  expect(await keptLease(db)).toBeNull();
});

test('an invoice that waits for the server after all, or for which there is no number, uses up none', async () => {
  await keep();
  const left = nextNumber(db);
  await left.read();
  left.leave();
  expect([left.seq(), await left.take()]).toEqual([null, true]);
  await left.giveBack();
  expect(await unused()).toEqual([4, 5, 6]);
  await keep({ unused: [] });
  const none = nextNumber(db);
  await none.read();
  expect([none.seq(), await none.take()]).toEqual([null, true]);
  await none.giveBack();
  expect(await unused()).toEqual([]);
});

test('what the server says of numbers comes as it is; a refusal keeps the server’s word, told apart by its code', async () => {
  const asking = (error: object | null) =>
    leaseCallOf({ rpc: async () => ({ data: 7, error }) } as unknown as Parameters<typeof leaseCallOf>[0])('take_numbers', {});
  expect(await asking(null)).toBe(7);
  for (const [code, as] of [
    ['P0001', 'invalid_input'],
    ['42501', 'not_allowed'],
    ['XX000', 'server_failed'],
  ])
    await expect(asking({ code, message: 'why' })).rejects.toMatchObject({ code: as, data: { reason: 'why' } });
});

const taking = { count: 3, deviceName: 'Phone' };

test('one to twenty numbers are taken, by who may issue and take them along', async () => {
  const { call, names } = server({ take_numbers: [given, given] });
  for (const count of [0, 21, 1.5])
    await expect(takeNumbers(db, call, { ...taking, count }, local.ctx)).rejects.toMatchObject({ code: 'invalid_input' });
  for (const key of ['invoices.lease_numbers', 'invoices.issue'] as const)
    await expect(takeNumbers(db, call, taking, local.as(AUTHOR, key))).rejects.toMatchObject({ code: 'not_allowed' });
  expect(names()).toEqual([]);
  const both = local.as(AUTHOR, 'invoices.lease_numbers', 'invoices.issue');
  for (const count of [1, 20]) {
    expect((await takeNumbers(db, call, { ...taking, count }, both)).id).toBe(LEASE);
    await db.device.leases.clear();
  }
});

test('what is taken is kept with its name and all its numbers; what the device still had is given back first', async () => {
  await keep({ id: OTHER, numbers: [1, 2], unused: [2] });
  const { call, asked: all } = server({ return_numbers: [null], take_numbers: [given] });
  await takeNumbers(db, call, taking, local.ctx);
  expect(all).toEqual([
    ['return_numbers', { p_company: db.companyId, p_lease: OTHER, p_device: DEVICE, p_unused: [2] }],
    ['take_numbers', { p_company: db.companyId, p_device: DEVICE, p_device_name: 'Phone', p_count: 3 }],
  ]);
  expect(await db.device.leases.toArray()).toEqual([{ ...given, company_id: db.companyId, device_name: 'Phone', unused: [4, 5, 6] }]);
});

test('where the answer got lost the device is given what it was given, without what is used or on its way', async () => {
  await waiting({ mine: claim(5) });
  const others = [listed({ id: id(1), device_id: ELSEWHERE }), listed({ id: id(2), ended_at: '2026-03-02T00:00:00Z' })];
  const { call } = server({ take_numbers: [refusal('lease_open')], number_leases: [[...others, listed({ used: [4] })]] });
  expect(await takeNumbers(db, call, taking, local.ctx)).toMatchObject({ id: LEASE, numbers: [6] });
  expect(await unused()).toEqual([6]);
});

test('where it was given none, or something else stands against it, the refusal is said', async () => {
  const elsewhere = server({ take_numbers: [refusal('lease_open')], number_leases: [[listed({ device_id: ELSEWHERE })]] });
  await expect(takeNumbers(db, elsewhere.call, taking, local.ctx)).rejects.toMatchObject({ data: { reason: 'lease_open' } });
  const off = server({ take_numbers: [refusal('leases_off')] });
  await expect(takeNumbers(db, off.call, taking, local.ctx)).rejects.toMatchObject({ data: { reason: 'leases_off' } });
  const fault = new TypeError('lease_open');
  const broken = server({ take_numbers: [fault] });
  await expect(takeNumbers(db, broken.call, taking, local.ctx)).rejects.toBe(fault);
  expect(await keptLease(db)).toBeNull();
});

test('numbers are not given back while an invoice with one is on its way, unless everything here is wiped', async () => {
  const { call, names } = server({ return_numbers: [null] });
  await returnNumbers(db, call);
  await keep({ unused: [5, 6] });
  await waiting({ mine: claim(4) });
  await expect(returnNumbers(db, call)).rejects.toMatchObject({ code: 'invalid_transition', data: { reason: 'leases_in_use' } });
  expect([names(), await unused()]).toEqual([[], [5, 6]]);
  await returnNumbers(db, call, { isLeaving: true });
  expect([names(), await keptLease(db)]).toEqual([['return_numbers'], null]);
});

test('while they are on their way back nobody takes one, and after a lost answer the same ones are given back again', async () => {
  await keep({ unused: [5, 6] });
  const { call, asked: all } = server({ return_numbers: [DOWN, DOWN, refusal('lease_unknown')] });
  for (let n = 0; n < 2; n += 1) await expect(returnNumbers(db, call)).rejects.toBe(DOWN);
  expect(await keptLease(db)).toMatchObject({ unused: [], returning: [5, 6] });
  // The server does not know it any more: nothing is left to give back.
  await returnNumbers(db, call);
  expect([all.map(([, { p_unused }]) => p_unused), await keptLease(db)]).toEqual([Array.from({ length: 3 }, () => [5, 6]), null]);
  await keep();
  const fault = new TypeError('lease_unknown');
  await expect(returnNumbers(db, server({ return_numbers: [fault] }).call)).rejects.toBe(fault);
});

test('a number that another tab used up meanwhile is not given back; what it gave back already is said again', async () => {
  const givenBack = async (meanwhile: () => Promise<unknown>) => {
    await keep({ unused: [5, 6] });
    const { call, asked: all } = server({ return_numbers: [null] });
    await Promise.all([returnNumbers(db, call), meanwhile()]);
    return [all.map(([, { p_unused }]) => p_unused), await keptLease(db)];
  };
  expect(await givenBack(() => keep({ unused: [6] }))).toEqual([[[6]], null]);
  expect(await givenBack(() => db.device.leases.delete(LEASE))).toEqual([[[5, 6]], null]);
});

test('whoever leaves gives back the numbers of every company', async () => {
  await keep();
  await keep({ id: OTHER, company_id: OTHER });
  const { call, asked: all } = server({ return_numbers: [null, null] });
  await giveBackAll(db.device, call);
  expect(new Set(all.map(([, { p_company }]) => p_company))).toEqual(new Set([OTHER, db.companyId]));
  expect(await db.device.leases.count()).toBe(0);
});

test('without numbers nothing is asked; what is used there is used here, of this lease alone', async () => {
  const { call, names } = server({ number_leases: [[listed({ id: OTHER, used: [6] }), listed({ used: [4] })]] });
  await settleLeases(db, call);
  expect(names()).toEqual([]);
  await keep({ unused: [4, 6] });
  await settleLeases(db, call);
  expect([names(), await unused()]).toEqual([['number_leases'], [6]]);
});

test('an ended lease is none', async () => {
  await keep();
  const { call } = server({ number_leases: [[listed({ ended_at: '2026-03-02T00:00:00Z' })]] });
  await settleLeases(db, call);
  expect(await keptLease(db)).toBeNull();
});

const REFUSED = [refusal('x', 'not_allowed'), refusal('lease_refused')];
test.each([
  ['nothing of it is left', [null], [[]], null],
  ['a part of it is left', [{ ...given, numbers: [5, 9] }], [[]], [5]],
  ['it takes none', [REFUSED[0]], [[]], null],
  ['it finds it wrong', [REFUSED[1]], [[]], null],
  ['it was brought twice at once', [refusal('lease_ended')], [[], [listed({ used: [4] })]], [5, 6]],
  ['it has ended meanwhile', [refusal('lease_ended')], [[], [listed({ ended_at: '2026-03-02T00:00:00Z' })]], null],
  ['it is said to have ended and is not there', [refusal('lease_ended')], [[], []], null],
])('a server that was set back is brought the lease again: %s', async (_, restored, known, left) => {
  await keep({ returning: [1] });
  await db.device.leases.update(LEASE, { returning: undefined as never });
  const { call, asked: all } = server({ number_leases: known, restore_number_lease: restored });
  await settleLeases(db, call);
  expect(all[1]).toEqual(['restore_number_lease', { p_company: db.companyId, p_lease: given, p_device_name: 'Phone' }]);
  expect((await keptLease(db))?.unused ?? null).toEqual(left);
});

test('a server that can’t answer changes nothing', async () => {
  await keep();
  for (const failed of [DOWN, new TypeError('offline'), Object.assign(new Error('odd'), { code: 'not_allowed' })]) {
    const { call } = server({ number_leases: [[]], restore_number_lease: [failed] });
    await expect(settleLeases(db, call)).rejects.toBe(failed);
  }
  expect(await unused()).toEqual([4, 5, 6]);
});

test.each([
  ['holds until yesterday', { valid_until: '2026-03-09' }, false],
  ['ended the day before, wherever the company is', { valid_until: '2026-03-08' }, true],
  ['is of another year', { year: 2025 }, true],
  ['counts on over the years', { year: 0 }, false],
  ['was on its way back', { returning: [4, 5, 6], unused: [] }, true],
])('a lease that %s is given back or not', async (_, more, isGivenBack) => {
  await keep(more);
  const { call, names } = server({ number_leases: [[listed()]], return_numbers: [null] });
  await settleLeases(db, call);
  expect([names().includes('return_numbers'), (await keptLease(db)) === null]).toEqual([isGivenBack, isGivenBack]);
});

test('what no longer holds waits as long as an invoice of it is on its way', async () => {
  await keep({ valid_until: '2026-03-01' });
  await waiting({ mine: claim(4) });
  const { call, names } = server({ number_leases: [[listed()]] });
  await settleLeases(db, call);
  expect([names(), await unused()]).toEqual([['number_leases'], [4, 5, 6]]);
});
