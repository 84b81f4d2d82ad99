import { expect, test } from 'vitest';
import type { OutboxRow } from './outbox-row.ts';
import type { StoredFile } from '#domain/files/file.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { fileOf, vendorOf } from '#tests/sync/records.ts';
import { answered, arrived, lostThere, MAX_ATTEMPTS } from './decide.ts';
import type { PushResult } from './pushed.ts';

const ids = { id: 'i', company_id: 'c', at: '2026-01-01T00:00:00Z' };
const version = (rev: string, fields: Partial<Vendor> = {}): Vendor => ({ ...vendorOf(ids, 'Acme'), rev, ...fields });
const mint = () => {
  let count = 0;
  return { now: '2026-02-01T00:00:00Z', newRev: () => `merge-${++count}` };
};

const server = version('s1');
const mine = version('k-1', { phone: '1' });
const row = (fields: Partial<OutboxRow> = {}): OutboxRow => ({
  key: 'vendors:i',
  company_id: 'c',
  collection: 'vendors',
  id: 'i',
  op: 'upsert',
  rev: 'k-1',
  mine,
  base: server,
  flight: { rev: 'k-1', op: 'upsert', doc: mine, base_rev: 's1' },
  queued_at: '',
  changed_at: '',
  attempts: 0,
  last_error: null,
  ...fields,
});
const result = (fields: Partial<PushResult>): PushResult => ({
  collection: 'vendors',
  id: 'i',
  mutation_id: 'k-1',
  status: 'applied',
  row: null,
  ...fields,
});
const newer = { rev: 'k-2', mine: version('k-2', { phone: '2' }) };
const deleting = (fields: Partial<OutboxRow> = {}) =>
  row({ op: 'delete', mine: null, flight: { rev: 'k-1', op: 'delete', doc: null, base_rev: 's1' }, ...fields });

test('[SYNC-5] an applied change leaves the outbox, and the document becomes the stored row', () => {
  const stored = version('k-1', { phone: '1', notes: 'completed by the server' });
  expect(answered(row(), result({ row: stored }), mint())).toEqual({ row: null, doc: stored });
});

test('[SYNC-5] a newer edit waits behind the one that was applied, on the stored row as its new base', () => {
  const stored = version('k-1', { phone: '1', notes: 'completed' });
  const decision = answered(row(newer), result({ row: stored }), mint());
  expect(decision?.row).toMatchObject({ rev: 'merge-1', base: stored, flight: null, mine: { phone: '2', notes: 'completed' } });
  expect(decision?.doc).toMatchObject({ phone: '2', notes: 'completed' });
});

test('[SYNC-5] a replayed change that others have built upon keeps their work and my newer edit', () => {
  const stored = version('x-9', { phone: '1', notes: 'theirs' });
  expect(answered(row(newer), result({ row: stored }), mint())?.doc).toMatchObject({ phone: '2', notes: 'theirs' });
});

test('[SYNC-5] where others have changed since what I changed again, theirs stands and mine is a question', () => {
  const decision = answered(row(newer), result({ row: version('x-9', { phone: 'theirs' }) }), mint());
  expect(decision).toMatchObject({
    row: null,
    doc: { phone: 'theirs' },
    issue: { kind: 'conflict', fields: ['phone'], mine: { phone: '2' } },
  });
});

test('[SYNC-6] an answer to another mutation decides nothing', () => {
  expect(answered(row(), result({ mutation_id: 'k-0', row: server }), mint())).toBeNull();
  expect(answered(row({ flight: null }), result({ row: server }), mint())).toBeNull();
});

test('[SYNC-8] a row of another version waits while a mutation is in flight', () => {
  expect(arrived(row(), version('x-9'), mint())).toBe('later');
  expect(arrived(row(), null, mint())).toBe('later');
});

test('[SYNC-8] the base coming again changes nothing, the own mutation coming back is its answer', () => {
  expect(arrived(row(), server, mint())).toEqual({ row: row() });
  expect(arrived(row(), mine, mint())).toEqual({ row: null, doc: mine });
});

test('[SYNC-9] a missing parent keeps the change in flight for some rounds, then asks', () => {
  const refusal = result({ status: 'rejected', code: '23503', message: 'missing_parent' });
  expect(answered(row(), refusal, mint())?.row).toMatchObject({ attempts: 1, flight: { rev: 'k-1' } });
  expect(answered(row({ attempts: MAX_ATTEMPTS }), refusal, mint())).toMatchObject({
    row: null,
    issue: { kind: 'rejected', message: 'missing_parent' },
  });
});

test('[SYNC-10] a refusal keeps my version as an issue and brings the document back to the server', () => {
  const decision = answered(row(), result({ status: 'rejected', code: '42501', message: 'not_allowed', row: server }), mint());
  expect(decision).toMatchObject({ row: null, doc: server, issue: { kind: 'rejected', code: '42501', mine, theirs: server } });
});

test('[SYNC-10] a newer edit gets its own chance after the refusal of the one before', () => {
  const decision = answered(row(newer), result({ status: 'rejected', message: 'invalid', row: server }), mint());
  expect(decision).toMatchObject({ row: { rev: 'k-2', flight: null } });
  expect(decision?.issue).toBeUndefined();
});

test('[SYNC-11] different fields merge, and the merge is pushed on the new base', () => {
  const theirs = version('x-1', { notes: 'theirs' });
  const decision = answered(row(), result({ status: 'conflict', row: theirs }), mint());
  expect(decision).toMatchObject({
    row: { base: theirs, flight: null, rev: 'merge-1' },
    doc: { phone: '1', notes: 'theirs', rev: 'merge-1' },
  });
  expect(decision?.issue).toBeUndefined();
});

test('[SYNC-11] the same field: the server stands, mine is an issue, and nothing is left to push', () => {
  const theirs = version('x-1', { phone: '9' });
  const decision = answered(row(), result({ status: 'conflict', row: theirs }), mint());
  expect(decision).toMatchObject({ row: null, doc: theirs, issue: { kind: 'conflict', fields: ['phone'], mine, theirs, base: server } });
});

test('[SYNC-11] an arriving row merges with edits that were not sent yet', () => {
  const decision = arrived(row({ flight: null }), version('x-1', { notes: 'theirs' }), mint());
  expect(decision).toMatchObject({ row: { base: { rev: 'x-1' } }, doc: { phone: '1', notes: 'theirs' } });
});

test('[SYNC-12] an edit of what was deleted there becomes an issue', () => {
  const expected = { row: null, doc: null, issue: { kind: 'deleted_there', mine } };
  expect(answered(row(), result({ status: 'conflict', row: null }), mint())).toMatchObject(expected);
  expect(arrived(row({ flight: null }), null, mint())).toMatchObject(expected);
});

test('[SYNC-12] the tombstone of an earlier life does not touch a record that was brought back', () => {
  const again = row({ base: null, flight: null });
  expect(arrived(again, null, mint())).toEqual({ row: again });
});

test('[SYNC-13] a delete of what was edited there is not carried out', () => {
  const theirs = version('x-1', { notes: 'important' });
  const decision = answered(deleting(), result({ status: 'conflict', row: theirs }), mint());
  expect(decision).toMatchObject({ row: null, doc: theirs, issue: { kind: 'edited_there', mine: null, theirs } });
});

test('[SYNC-21] what the server alone finds of a record neither stops a delete nor is a loss', () => {
  const base = { ...fileOf(ids, 'ticket.pdf', 'u', null), rev: 's1', updated_at: '2026-01-10T10:30:00Z' };
  const found = {
    ...base,
    rev: 'srv-1',
    integrity: 'verified' as const,
    checked_at: '2026-01-10T10:31:00Z',
    updated_at: '2026-01-10T15:00:00Z',
  };
  const gone = row({
    key: 'files:i',
    collection: 'files',
    op: 'delete',
    base,
    mine: null,
    flight: { rev: 'k-1', op: 'delete', doc: null, base_rev: 's1' },
  });
  expect(answered(gone, result({ status: 'conflict', row: found }), mint())).toMatchObject({ row: { op: 'delete', base: found } });
  expect(lostThere('files', base, found, setBack())).toBeNull();
  const renamed: StoredFile = { ...found, name: 'other.pdf' };
  expect(lostThere('files', base, renamed, setBack())).toMatchObject({ fields: ['name'] });
});

test('[SYNC-13] a change of bookkeeping only does not stop the delete', () => {
  const decision = answered(deleting(), result({ status: 'conflict', row: version('srv-1') }), mint());
  expect(decision).toMatchObject({ row: { op: 'delete', base: { rev: 'srv-1' }, flight: null } });
});

test('[SYNC-5] a record deleted while its insert was in flight is deleted on the version that was stored', () => {
  const stored = version('k-1', { phone: '1' });
  const decision = answered(row({ op: 'delete', rev: 'k-2', mine: null, base: null }), result({ row: stored }), mint());
  expect(decision).toMatchObject({ row: { op: 'delete', base: stored, flight: null } });
});

test('[SYNC-5] a record brought back while its delete was in flight is inserted again', () => {
  const decision = answered(deleting({ op: 'upsert', ...newer }), result({ row: null }), mint());
  expect(decision).toMatchObject({ row: { op: 'upsert', base: null, flight: null, rev: 'k-2' } });
});

const dated = (rev: string, time: string, fields: Partial<Vendor> = {}) =>
  version(rev, { ...fields, updated_at: `2026-01-10T${time}:00Z` });
/** Both histories are one until ten o'clock. */
const setBack = () => ({ ...mint(), shared: Date.parse('2026-01-10T10:00:00Z') });

test('[SYNC-37] a version newer than the history that a set-back server shares was lost, whatever the date of its own', () => {
  const theirs = dated('t', '15:00', { notes: 'since' });
  const known = dated('s2', '10:30', { phone: 'lost' });
  expect(lostThere('vendors', known, theirs, setBack())).toMatchObject({
    kind: 'older_there',
    fields: expect.arrayContaining(['phone', 'notes']) as string[],
    mine: known,
    theirs,
  });
  expect(lostThere('vendors', known, null, setBack())).toMatchObject({ kind: 'lost_there', mine: known });
});

test('[SYNC-37] of an older version the other one is the successor, and a version that says the same is no loss', () => {
  const theirs = dated('t', '15:00', { notes: 'since' });
  expect(lostThere('vendors', dated('s1', '09:30'), theirs, setBack())).toBeNull();
  expect(lostThere('vendors', dated('s1', '09:30'), null, setBack())).toBeNull();
  expect(lostThere('vendors', dated('s2', '10:30', { notes: 'since' }), theirs, setBack())).toBeNull();
  expect(lostThere('vendors', dated('t', '15:00', { notes: 'other' }), theirs, setBack())).toBeNull();
});

test('[SYNC-37] a transaction may be dated before one that ended earlier: the last minute of what is shared is asked about', () => {
  expect(lostThere('vendors', dated('s2', '09:59', { phone: 'lost' }), dated('t', '15:00'), setBack())).toBeNull();
  const justBefore = version('s2', { phone: 'lost', updated_at: '2026-01-10T09:59:01Z' });
  expect(lostThere('vendors', justBefore, dated('t', '15:00'), setBack())).toMatchObject({ kind: 'older_there' });
});

test('[SYNC-37] nothing is asked about what nobody on a device could upload again', () => {
  expect(lostThere('activity_log', dated('s2', '10:30', { phone: 'lost' }), dated('t', '15:00'), setBack())).toBeNull();
});

test('[SYNC-38] what was sent on top of a version that the server lost is decided on at once, every difference asked about', () => {
  const base = dated('s2', '10:30', { phone: 'lost' });
  const theirs = dated('t', '15:00', { notes: 'since' });
  const edited = { base, rev: 'k-1', mine: { ...base, rev: 'k-1', city: 'mine' } };
  const flight = { rev: 'k-1', op: 'upsert' as const, doc: edited.mine, base_rev: 's2' };
  for (const each of [row({ ...edited, flight }), row({ ...edited, flight: null })]) {
    expect(arrived(each, theirs, setBack())).toMatchObject({
      row: null,
      doc: theirs,
      issue: { kind: 'older_there', fields: expect.arrayContaining(['phone', 'city', 'notes']) as string[], base: null },
    });
    expect(arrived(each, null, setBack())).toMatchObject({ row: null, doc: null, issue: { kind: 'lost_there', mine: edited.mine } });
  }
});

test('[SYNC-38] on top of a version that both histories share it waits for its answer, or is merged, as ever', () => {
  const base = dated('s1', '09:30');
  const edited = { base, rev: 'k-1', mine: { ...base, rev: 'k-1', city: 'mine' } };
  const theirs = dated('t', '15:00', { notes: 'since' });
  expect(arrived(row(edited), theirs, setBack())).toBe('later');
  expect(arrived(row({ ...edited, flight: null }), theirs, setBack())).toMatchObject({ doc: { city: 'mine', notes: 'since' } });
  expect(arrived(row({ ...edited, flight: null }), null, setBack())).toMatchObject({ issue: { kind: 'deleted_there' } });
});
