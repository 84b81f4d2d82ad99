import { expect, test } from 'vitest';
import { PRESETS } from '#domain/access/presets.ts';
import { accessOfInvite, inviteRequestSchema, isInviteOpen, presetOf } from './invite.ts';

const request = (more: object) =>
  inviteRequestSchema.safeParse({ company_id: '01900000-0000-7000-8000-000000000001', email: 'a@b.example', language: 'en', ...more });

test('an address is compared without case and surrounding space', () => {
  expect(request({ email: '  Anna@B.Example ' }).data?.email).toBe('anna@b.example');
});

test.each([{ email: 'anna' }, { email: '' }, { preset: 'owner' }, { keys: ['all.view'] }, { language: 'fr' }, { company_id: 'x' }])(
  'an invitation with %o is refused',
  (more) => expect(request(more).success).toBe(false),
);

test('a preset and single keys add up, each key once; the preset admin makes an admin', () => {
  expect(accessOfInvite({ preset: 'employee', keys: ['vendors.view', 'payments.view'] })).toEqual({
    is_admin: false,
    keys: [...PRESETS.employee.keys, 'payments.view'].toSorted(),
  });
  expect(accessOfInvite({ preset: 'admin' })).toEqual({ is_admin: true, keys: [] });
  expect(accessOfInvite({})).toEqual({ is_admin: false, keys: [] });
});

test('an invitation is open while it is pending and its term runs', () => {
  const now = new Date('2026-01-08T00:00:00Z');
  expect(isInviteOpen({ status: 'pending', expires_at: '2026-01-08T00:00:01+00:00' }, now)).toBe(true);
  expect(isInviteOpen({ status: 'pending', expires_at: '2026-01-08T00:00:00+00:00' }, now)).toBe(false);
  expect(isInviteOpen({ status: 'revoked', expires_at: '2026-02-01T00:00:00+00:00' }, now)).toBe(false);
});

test('an invitation is called by its preset only while it gives exactly that', () => {
  const of = (preset: 'admin' | 'viewer' | 'accountant') => accessOfInvite({ preset });
  const named = (access: { is_admin: boolean; keys: readonly string[] }) => presetOf({ ...access, keys: [...access.keys] });
  expect([named(of('admin')), named(of('viewer')), named(of('accountant'))]).toEqual(['admin', 'viewer', 'accountant']);
  const viewer = of('viewer');
  expect([named({ ...viewer, keys: viewer.keys.slice(1) }), named({ is_admin: false, keys: [] })]).toEqual([undefined, undefined]);
});
