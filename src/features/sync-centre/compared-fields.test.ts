import { expect, test } from 'vitest';
import type { SyncIssue } from '#data/changes/issue.ts';
import { comparedFields } from './compared-fields.ts';

const record = { id: '1', company_id: 'c', created_at: 'a', updated_at: 'b', rev: 'r' };
const issue = (change: Partial<Record<keyof SyncIssue, unknown>>) =>
  ({ kind: 'conflict', mine: null, theirs: null, base: null, fields: [], ...change }) as unknown as SyncIssue;

test('a conflict compares the fields in question and nothing else', () => {
  const mine = { ...record, name: 'A', city: 'X' };
  expect(comparedFields(issue({ mine, theirs: { ...record, name: 'B', city: 'Y' }, fields: ['name'] }))).toEqual(['name']);
});

test('a refusal compares what differs, without bookkeeping', () => {
  const mine = { ...record, rev: 'r2', name: 'A', city: 'X' };
  expect(comparedFields(issue({ kind: 'rejected', mine, theirs: { ...record, name: 'A', city: 'Y' } }))).toEqual(['city']);
});

test('a refused new record shows what was filled in', () => {
  const counted = { ...record, amount: 0, tax_lines: [], items: [1], quantity: 2 };
  expect(comparedFields(issue({ kind: 'rejected', mine: counted }))).toEqual(['items', 'quantity']);
  const emptied = { mine: { ...record, amount: 0, items: [] }, theirs: { ...record, amount: 5, items: [1] } };
  expect(comparedFields(issue({ kind: 'rejected', ...emptied }))).toEqual(['amount', 'items']);
  expect(comparedFields(issue({ kind: 'rejected', mine: { ...record, name: 'A', city: '', is_active: false } }))).toEqual(['name']);
});

test('of an invoice that was issued here and refused, number and days are compared, not the parties and taxes it froze', () => {
  const frozen = { seller: { name: 'A' }, buyer: { name: 'B' }, tax_breakdown: [{ tax: 1 }], tax_point: '2026-11-25' };
  const draft = { ...record, number: null, seller: null, buyer: null, tax_breakdown: [{ tax: 2 }], tax_point: null };
  expect(comparedFields(issue({ kind: 'rejected', mine: { ...record, ...frozen, number: 'R1' }, theirs: draft }))).toEqual(['number']);
  expect(comparedFields(issue({ kind: 'lost_there', mine: { ...record, ...frozen, number: 'R1' } }))).toEqual([
    'seller',
    'buyer',
    'tax_point',
    'number',
  ]);
});

test('of parties that differ, what differs in them is compared; what a document is worth in the books reads as one', () => {
  const mine = { ...record, buyer: { name: 'A', city: 'Kiel' }, seller: { letterhead: { font: 'a' } }, exchange: { rate: '1' } };
  const theirs = { ...record, buyer: { name: 'A', city: 'Bonn' }, seller: { letterhead: { font: 'b' } }, exchange: { rate: '2' } };
  const differ = ['buyer.city', 'seller.letterhead.font', 'exchange'];
  expect(comparedFields(issue({ kind: 'older_there', mine, theirs }))).toEqual(differ);
  expect(comparedFields(issue({ mine, theirs, fields: ['leased', 'tax_breakdown', 'buyer', 'seller', 'exchange'] }))).toEqual(differ);
});
