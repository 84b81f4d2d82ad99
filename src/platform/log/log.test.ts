import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(facts: Record<string, unknown>) {
  let seen: unknown;
  createLog((_level, _line, safe) => (seen = safe)).warn('event', facts);
  return seen;
}

test('codes, ids and numbers are logged as they are', () => {
  expect(logged({ table: 'expenses', id: '018f0000-abcd-7000-8000-000000000001', rows: 3, ok: true })).toEqual({
    table: 'expenses',
    id: '018f0000-abcd-7000-8000-000000000001',
    rows: 3,
    ok: true,
  });
});

test('no token, mail address or customer text reaches the log', () => {
  const facts = logged({
    access_token: 'abc',
    jwt: 'eyJhbGciOi.eyJzdWIi.sig',
    email: 'jo@firma.example',
    name: 'Müller & Söhne',
    doc: { a: 1 },
    error: new Error('duplicate: Müller & Söhne'),
  });
  expect(facts).toEqual({
    access_token: '[hidden]',
    jwt: '[text 23]',
    email: '[text 16]',
    name: '[text 14]',
    doc: '[object]',
    error: 'Error',
  });
});
