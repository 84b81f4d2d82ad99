import { createHash } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import { uploadOnce, type UploadWay } from '#data/receipts/upload-outcome.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type Builders, buildersFor, testId } from '#tests/support/builders.ts';
import { insertAccounts, insertMembers, type Member, personaId } from '#tests/support/personas.ts';

const company_id = testId(1);
const NAME = 'receipt-verify';
const RECEIPT = '%PDF-1.7 twelve euros';
let backend: Backend;
let build: Builders;

beforeAll(async () => {
  backend = await startBackend({ database: 'own' });
  build = buildersFor(backend.db.query, 0x100);
  await insertAccounts(backend.db.query);
  await build.company({ id: company_id });
  await insertMembers(backend.db.query, company_id);
});
afterAll(() => backend?.stop());

async function clientOf(persona: Member): Promise<SupabaseClient> {
  const token = await new SignJWT({ sub: personaId(persona), role: 'authenticated', aud: 'authenticated', aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(backend.jwtSecret));
  return createClient(backend.url, backend.anonKey, { accessToken: async () => token });
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const blob = (text: string) => new Blob([text], { type: 'application/pdf' });

/** A receipt of the employee whose record claims these bytes, with those bytes stored. */
async function receipt(client: SupabaseClient, claimed: string, stored: string): Promise<{ id: string; path: string }> {
  const { id } = await build.files({ company_id, created_by: personaId('employee'), sha256: hashOf(claimed), size: claimed.length });
  const path = `${company_id}/${id}.pdf`;
  expect((await client.storage.from('uploads').upload(path, blob(stored))).error).toBeNull();
  return { id, path };
}
const found = async (id: string) =>
  (await backend.db.query('select sha256 from public.file_checks where file_id = $1', [id])).rows[0]?.['sha256'];

test('the server hashes what it stored; verified bytes are replaced by nobody', async () => {
  const employee = await clientOf('employee');
  const { id, path } = await receipt(employee, RECEIPT, RECEIPT);
  expect((await callFunction(employee, NAME, { file: id })).data).toEqual({ state: 'verified' });
  expect(await found(id)).toBe(hashOf(RECEIPT));
  const bucket = employee.storage.from('uploads');
  expect((await bucket.upload(path, blob('%PDF-1.7 other euros!'), { upsert: true })).error).not.toBeNull();
  expect(await (await bucket.download(path)).data?.text()).toBe(RECEIPT);
});

test('bytes that are not what the record claims are told, and verified once the right ones are there', async () => {
  const employee = await clientOf('employee');
  const { id, path } = await receipt(employee, RECEIPT, '%PDF-1.7 twelve eur');
  expect((await callFunction(employee, NAME, { file: id })).data).toEqual({ state: 'mismatch' });
  expect((await employee.storage.from('uploads').upload(path, blob(RECEIPT), { upsert: true })).error).toBeNull();
  expect((await callFunction(employee, NAME, { file: id })).data).toEqual({ state: 'verified' });
});

test('who may not see a receipt has nothing verified, and only the platform asks for all that was missed', async () => {
  const [employee, accountant] = [await clientOf('employee'), await clientOf('accountant')];
  const { id } = await receipt(employee, RECEIPT, RECEIPT);
  await backend.db.query('update public.files set confidential = true where id = $1', [id]);
  expect(await callFunction(await clientOf('viewer'), NAME, { file: id })).toMatchObject({ error: 'not_found', status: 404 });
  expect(await callFunction(accountant, NAME, {})).toMatchObject({ error: 'not_allowed', status: 403 });
  expect(await callFunction(accountant, NAME, { file: 'x' })).toMatchObject({ status: 422 });
  const platform = createClient(backend.url, backend.serviceRoleKey);
  expect((await callFunction(platform, NAME)).data).toEqual({ verified: 1, mismatches: 0, unread: 0 });
  expect(await found(id)).toBe(hashOf(RECEIPT));
});

test('a device that sends verified bytes once more, because the answer was lost, hears that they are stored', async () => {
  const employee = await clientOf('employee');
  const { id, path } = await receipt(employee, RECEIPT, RECEIPT);
  await callFunction(employee, NAME, { file: id });
  const waiting = { id, path, bytes: blob(RECEIPT), size: RECEIPT.length, mime_type: 'application/pdf', last_error: null } as const;
  const device = {} as UploadWay['device']; // only large receipts keep their place there
  // This client names no session of its own; who it is, storage knows.
  const getUser = async () => ({ data: { user: { id: personaId('employee') } }, error: null });
  const client = Object.create(employee, { auth: { value: { getUser } } }) as SupabaseClient;
  const way = { client, device, request: () => Promise.reject(new Error('not in parts')) } as UploadWay;
  const send = (text: string) =>
    uploadOnce(way, { ...waiting, bytes: blob(text), size: text.length, sha256: hashOf(text) } as unknown as WaitingReceipt);
  expect(await send(RECEIPT)).toEqual({ kind: 'stored' });
  expect(await send('%PDF-1.7 thirteen euros')).toMatchObject({ kind: 'refused' });
});
