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

const original = (text: string) => new Blob([text], { type: 'image/heic' });
const PHOTO = '....ftypheic as the camera wrote it';

/** A receipt of a photo that was converted: its picture and its original are stored, as said. */
async function photo(client: SupabaseClient, stored: { picture: string; original: string }) {
  const id = testId((photos += 1));
  const original_path = `${company_id}/original/${id}.heic`;
  const claims = { original_path, original_mime_type: 'image/heic', original_size: PHOTO.length, original_sha256: hashOf(PHOTO) };
  await build.files({ id, company_id, created_by: personaId('employee'), sha256: hashOf(RECEIPT), size: RECEIPT.length, ...claims });
  const bucket = client.storage.from('uploads');
  expect((await bucket.upload(`${company_id}/${id}.pdf`, blob(stored.picture))).error).toBeNull();
  expect((await bucket.upload(original_path, original(stored.original))).error).toBeNull();
  return { id, path: `${company_id}/${id}.pdf`, original_path };
}
let photos = 0x9_00;
const markOf = async (id: string) =>
  (await backend.db.query('select integrity, original_integrity, path, original_path from public.files where id = $1', [id])).rows[0];

test('a picture and its original are read each for themselves, and the record says what was found', async () => {
  const employee = await clientOf('employee');
  const { id, original_path } = await photo(employee, { picture: RECEIPT, original: 'cut short' });
  expect((await callFunction(employee, NAME, { file: id })).data).toEqual({ state: 'verified' });
  expect((await callFunction(employee, NAME, { file: id, original: true })).data).toEqual({ state: 'mismatch' });
  expect(await markOf(id)).toMatchObject({ integrity: 'verified', original_integrity: 'mismatch' });
  const bucket = employee.storage.from('uploads');
  expect((await bucket.upload(original_path, original(PHOTO), { upsert: true })).error).toBeNull();
  expect((await callFunction(employee, NAME, { file: id, original: true })).data).toEqual({ state: 'verified' });
  expect(await markOf(id)).toMatchObject({ original_integrity: 'verified', original_path });
  expect((await bucket.upload(original_path, original('other bytes'), { upsert: true })).error).not.toBeNull();
  expect((await bucket.remove([original_path])).error).toBeNull(); // until its expense is booked it may go
});

test('wrong bytes of a booked receipt are put right by the right ones alone, and are kept aside', async () => {
  const employee = await clientOf('employee');
  const { id, path } = await photo(employee, { picture: '%PDF-1.7 twelve eur', original: PHOTO });
  const expense = await build.expenses({ company_id, created_by: personaId('employee'), status: 'approved' });
  await backend.db.query('update public.files set expense_id = $1 where id = $2', [expense.id, id]);
  const state = async () => ((await callFunction(employee, NAME, { file: id })).data as { state: string }).state;
  expect(await state()).toBe('mismatch');
  const bucket = employee.storage.from('uploads');
  expect((await bucket.upload(path, blob(RECEIPT), { upsert: true })).error).not.toBeNull();
  const beside = `${company_id}/again/${id}.pdf`;
  expect((await bucket.upload(beside, blob('%PDF-1.7 thirteen euro'))).error).toBeNull();
  expect(await state()).toBe('mismatch');
  expect(await markOf(id)).toMatchObject({ path, integrity: 'mismatch' });
  expect((await bucket.upload(beside, blob(RECEIPT), { upsert: true })).error).toBeNull();
  expect(await state()).toBe('verified');
  expect(await markOf(id)).toMatchObject({ path: beside, integrity: 'verified' });
  expect(await (await bucket.download(path)).data?.text()).toBe('%PDF-1.7 twelve eur'); // what lay there first is not lost
  for (const name of [path, beside]) {
    expect((await bucket.remove([name])).data).toEqual([]);
    expect((await bucket.upload(name, blob('%PDF-1.7 other'), { upsert: true })).error).not.toBeNull();
  }
});

test('the night finds originals, and the right bytes that were brought beside wrong ones while nobody could ask', async () => {
  const [employee, platform] = [await clientOf('employee'), createClient(backend.url, backend.serviceRoleKey)];
  await callFunction(platform, NAME);
  const { id } = await photo(employee, { picture: '%PDF-1.7 twelve eur', original: PHOTO });
  expect((await callFunction(platform, NAME)).data).toEqual({ verified: 1, mismatches: 1, unread: 0 });
  expect((await callFunction(platform, NAME)).data).toEqual({ verified: 0, mismatches: 0, unread: 0 });
  expect((await employee.storage.from('uploads').upload(`${company_id}/again/${id}.pdf`, blob(RECEIPT))).error).toBeNull();
  expect((await callFunction(platform, NAME)).data).toEqual({ verified: 1, mismatches: 0, unread: 0 });
  expect(await markOf(id)).toMatchObject({ integrity: 'verified', original_integrity: 'verified' });
});
