import 'fake-indexeddb/auto';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addReceipt } from '#data/receipts/add-receipt.ts';
import type { ShrinkImage } from '#data/receipts/images.ts';
import { deleteExpense } from '#data/expenses/expenses.commands.ts';
import { removeReceipt, retryUpload } from '#data/receipts/receipt-commands.ts';
import { receiptBytes } from '#data/receipts/receipt-url.ts';
import { keepMine } from '#data/sync-centre/issues.ts';
import { uploadIssueId } from '#data/receipts/receipt-store.ts';
import { UPLOAD_REFUSED } from '#data/receipts/receipt-questions.ts';
import { createUploadQueue, type UploadQueue } from '#data/receipts/upload-queue.ts';
import { newRecord } from '#data/core/command-context.ts';
import { writeStored } from '#data/core/stored.ts';
import { freshSyncState } from '#data/changes/sync-state.ts';
import { placeForAgain, type StoredFile } from '#domain/files/file.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { createSupabaseClient, type SupabaseClient } from '#platform/supabase/client.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { until } from '#tests/support/patience.ts';

/** Where the way to the server breaks, before the request arrives or after the server has done its work. */
type Fault = 'request lost' | 'answer lost' | 'server error' | 'answer held' | 'bytes changed' | null;

let backend: Backend;
let userId: string;
let client: SupabaseClient;
let faults: Fault[];
let uploads: number;
/** Nothing comes of asking the server to look. */
let isBlind: boolean;
/** Set while an answer is held back. */
let letGo: (() => void) | undefined;

const faultyFetch: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  if (isBlind && url.includes('/functions/v1/receipt-verify')) throw new TypeError('Failed to fetch');
  const isUpload = init?.method === 'POST' && url.includes('/object/uploads/');
  if (!isUpload) return fetch(input, init);
  uploads += 1;
  const fault = faults.shift() ?? null;
  if (fault === 'request lost') throw new TypeError('Failed to fetch');
  if (fault === 'server error') return Response.json({ statusCode: '503', error: 'unavailable', message: '' }, { status: 503 });
  const answer = await fetch(input, fault === 'bytes changed' ? { ...init, body: withOtherBytes(init.body) } : init);
  if (fault === 'answer held') await new Promise<void>((resolve) => (letGo = resolve));
  if (fault === 'answer lost') throw new TypeError('Failed to fetch');
  return answer;
};

/** The same upload, with a byte that fell over on the way. */
function withOtherBytes(body: BodyInit | null | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of (body as FormData).entries()) {
    if (value instanceof Blob) form.append(name, new Blob([value.slice(0, 900), 'x', value.slice(901)], { type: value.type }));
    else form.append(name, value);
  }
  return form;
}

function cookieJar() {
  const jar = new Map<string, string>();
  return {
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    setAll: (cookies: { name: string; value: string }[]) =>
      cookies.forEach(({ name, value }) => (value ? jar.set(name, value) : jar.delete(name))),
  };
}

beforeAll(async () => {
  backend = await startBackend();
  client = await createSupabaseClient(
    { supabaseUrl: backend.url, supabaseAnonKey: backend.anonKey },
    { cookies: cookieJar(), fetch: faultyFetch },
  );
  const email = `${randomUUID()}@kontor.example`;
  const { data, error } = await client.auth.signUp({ email, password: 'a long password 1' });
  if (error) throw error;
  if (!data.session) {
    await backend.db.query('update auth.users set email_confirmed_at = now() where email = $1', [email]);
    const signIn = await client.auth.signInWithPassword({ email, password: 'a long password 1' });
    if (signIn.error) throw signIn.error;
  }
  userId = data.user!.id;
});
afterAll(async () => {
  await client?.auth.stopAutoRefresh();
  await backend?.stop();
});

let company: LocalCompany;
const queues: UploadQueue[] = [];
beforeEach(async () => {
  [faults, uploads, letGo, isBlind] = [[], 0, undefined, false];
  company = await localCompany();
  await backend.db.query('insert into public.companies (id, name) values ($1, $2)', [company.ctx.companyId, 'Nordlicht']);
  await backend.db.query('insert into public.company_users (company_id, user_id, is_owner, is_admin) values ($1, $2, true, true)', [
    company.ctx.companyId,
    userId,
  ]);
  await loaded(true);
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await company.stop();
});

function leader({ now = systemClock, isOnline = (): boolean => true, isMetered = false } = {}): UploadQueue {
  // Back-off in test time: ten thousand times as fast.
  const clock = { ...now, setTimeout: (run: () => void, ms: number) => systemClock.setTimeout(run, ms / 1_000) };
  const queue = createUploadQueue({
    db: company.db,
    client: () => Promise.resolve(client),
    request: () => Promise.reject(new Error('too small for parts')),
    clock,
    random: () => 0,
    log: createLog(() => undefined),
    isOnline,
    isMetered: () => isMetered,
  });
  queues.push(queue);
  return queue;
}

const shrink: ShrinkImage = () => Promise.resolve({ stored: null, thumbnail: new Blob(['tiny'], { type: 'image/jpeg' }) });
let serial = 0;
/** A receipt taken in, whose record the server has. */
async function capture(expenseId: string | null = null): Promise<StoredFile> {
  const file = await takenIn(expenseId);
  await onServer(file);
  return file;
}
/** What the engine does: the server has the record, and nothing of it waits. */
async function onServer({ id, company_id, path, name, mime_type, size, sha256 }: StoredFile): Promise<void> {
  await backend.db.query(
    'insert into public.files (id, company_id, created_by, path, name, mime_type, size, sha256) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [id, company_id, userId, path, name, mime_type, size, sha256],
  );
  await company.db.device.outbox.delete(`files:${id}`);
}
/** The server takes the removal that waits. */
async function removalTaken(file: StoredFile): Promise<void> {
  await backend.db.query('delete from public.files where id = $1', [file.id]);
  await company.db.device.outbox.delete(`files:${file.id}`);
}
async function takenIn(expenseId: string | null = null): Promise<StoredFile> {
  const bytes = new Uint8Array(50_000).map((_, n) => (n * 31 + serial) % 251);
  bytes.set([0xff, 0xd8, 0xff, 0xe0, (serial += 1)]);
  return (await addReceipt(company.db, company.ctx, { expenseId, file: new File([bytes], `photo-${serial}.jpg`) }, shrink)).file;
}

async function objects(): Promise<string[]> {
  const { rows } = await backend.db.query(`select name from storage.objects where bucket_id = 'uploads' and name like $1 order by name`, [
    `${company.ctx.companyId}/%`,
  ]);
  return rows.map((row) => String(row['name']));
}
async function hashOnServer(file: StoredFile): Promise<string> {
  const { data, error } = await client.storage.from('uploads').download(file.path);
  if (error) throw error;
  return createHash('sha256')
    .update(new Uint8Array(await data.arrayBuffer()))
    .digest('hex');
}
const nothingWaits = async () => (await company.db.device.receipts.count()) === 0;

test('[SYNC-63] a waiting receipt is uploaded byte for byte, leaves the queue only then, and stays readable offline', async () => {
  const file = await capture();
  leader().start();
  await until(nothingWaits);
  expect(await objects()).toEqual([file.path]);
  expect(await hashOnServer(file)).toBe(file.sha256);
  expect((await receiptBytes(company.db, file, { isOnline: () => false }))?.size).toBe(file.size);
});

test('[SYNC-62] nine receipts through lost requests, lost answers and server errors arrive once each, hashes equal', async () => {
  const files: StoredFile[] = [];
  for (let n = 0; n < 9; n += 1) files.push(await capture());
  faults = ['request lost', 'answer lost', 'server error', null, 'answer lost', 'request lost', 'server error', 'answer lost'];
  const queue = leader();
  queue.start();
  const hurry = setInterval(() => queue.poke(), 50);
  await until(nothingWaits).finally(() => clearInterval(hurry));
  expect(await objects()).toEqual(files.map(({ path }) => path).sort());
  for (const file of files) expect(await hashOnServer(file)).toBe(file.sha256);
});

const checked = async (file: StoredFile) =>
  (await backend.db.query('select sha256 from public.file_checks where file_id = $1', [file.id])).rows.map((row) => row['sha256']);

test('[SYNC-55] the server reads what arrived; bytes that fell over on the way are sent once more', async () => {
  const file = await capture();
  faults = ['bytes changed'];
  leader().start();
  await until(nothingWaits);
  expect(await hashOnServer(file)).toBe(file.sha256);
  expect(await checked(file)).toEqual([file.sha256]);
});

test('[SYNC-55] where the server can’t look now nothing is held up', async () => {
  isBlind = true;
  const file = await capture();
  leader().start();
  await until(nothingWaits);
  expect([await hashOnServer(file), await checked(file)]).toEqual([file.sha256, []]);
});

test('[SYNC-55] what arrived changed and is booked meanwhile goes beside, and the record points there', async () => {
  const file = await capture();
  const { rows } = await backend.db.query(
    "insert into public.expenses (company_id, created_by, amount, expense_date, status) values ($1, $2, 1, '2026-01-01', 'approved') returning id",
    [company.ctx.companyId, userId],
  );
  await backend.db.query('update public.files set expense_id = $1 where id = $2', [rows[0]?.['id'], file.id]);
  faults = ['bytes changed'];
  leader().start();
  await until(nothingWaits);
  const beside = placeForAgain(file.path);
  const { rows: stored } = await backend.db.query('select path, integrity from public.files where id = $1', [file.id]);
  expect(stored).toEqual([{ path: beside, integrity: 'verified' }]);
  expect(await hashOnServer({ ...file, path: beside })).toBe(file.sha256);
  // What lay there first stays.
  expect(await objects()).toEqual([beside, file.path].toSorted());
});

test('[SYNC-55] where they arrive changed each time, a person is asked and the bytes stay here', async () => {
  const file = await capture();
  // The second upload finds the first and replaces it, which is a request of its own; the third goes beside.
  faults = ['bytes changed', null, 'bytes changed', 'bytes changed'];
  leader().start();
  await until(async () => (await company.db.device.issues.count()) === 1);
  expect(await company.db.device.issues.toArray()).toMatchObject([{ kind: 'rejected', code: 'mismatch', details: 'stored_differs' }]);
  expect(await company.db.device.receipts.get(file.id)).toMatchObject({ sha256: file.sha256 });
  await retryUpload(company.db, file.id);
  leader().start();
  await until(nothingWaits);
  const { rows: stored } = await backend.db.query('select path from public.files where id = $1', [file.id]);
  expect(await hashOnServer({ ...file, path: String(stored[0]?.['path']) })).toBe(file.sha256);
});

test('[SYNC-62] an upload whose answer was lost is recognised by its bytes, not sent a second time as another', async () => {
  const file = await capture();
  faults = ['answer lost'];
  const queue = leader();
  queue.start();
  await until(async () => (await company.db.device.receipts.get(file.id))?.attempts === 1);
  expect(await objects()).toEqual([file.path]); // it had arrived
  queue.poke();
  await until(nothingWaits);
  expect([await objects(), uploads]).toEqual([[file.path], 2]);
});

test('a browser killed mid-way goes on where it was', async () => {
  const file = await capture();
  await company.db.device.receipts.update(file.id, { state: 'uploading' }); // what a kill leaves behind
  leader().start();
  await until(nothingWaits);
  expect(await objects()).toEqual([file.path]);
});

test('a stopped leader writes nothing any more; the next one finishes what had arrived', async () => {
  const file = await capture();
  faults = ['answer held'];
  const first = leader();
  first.start();
  await until(async () => letGo !== undefined); // it has arrived, the answer has not
  await first.stop();
  letGo?.();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await company.db.device.receipts.get(file.id)).toMatchObject({ state: 'uploading' });
  leader().start();
  await until(nothingWaits);
  expect(await objects()).toEqual([file.path]);
});

test('[SYNC-62] a leader that is overtaken takes nothing away again', async () => {
  const file = await capture();
  faults = ['answer held'];
  leader().start();
  await until(async () => letGo !== undefined); // it has arrived, the answer has not
  leader().start();
  await until(nothingWaits);
  letGo?.();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([await objects(), await company.db.device.meta.count()]).toEqual([[file.path], 0]);
});

test('[SYNC-65] a receipt removed while it is on its way is taken off the server again', async () => {
  const file = await capture();
  faults = ['answer held'];
  leader().start();
  await until(async () => letGo !== undefined); // it has arrived, the answer has not
  await removeReceipt(company.db, company.ctx, file.id);
  await removalTaken(file);
  letGo?.();
  await until(async () => (await objects()).length === 0);
  expect(await objects()).toEqual([]);
});

test('[SYNC-62] two leaders at once make one object of each receipt', async () => {
  const files = [await capture(), await capture(), await capture()];
  leader().start();
  leader().start();
  await until(nothingWaits);
  expect(await objects()).toEqual(files.map(({ path }) => path).sort());
  for (const file of files) expect(await hashOnServer(file)).toBe(file.sha256);
});

test('[SYNC-64] a refused upload becomes an issue, keeps its bytes, and goes through once the right was granted and a person says so', async () => {
  await backend.db.query('update public.company_users set is_owner = false, is_admin = false where company_id = $1', [
    company.ctx.companyId,
  ]);
  const file = await capture();
  const queue = leader();
  queue.start();
  await until(async () => (await company.db.device.receipts.get(file.id))?.state === 'refused');
  expect(await company.db.device.issues.get(uploadIssueId(file.id))).toMatchObject({
    kind: 'rejected',
    message: UPLOAD_REFUSED,
    code: '403',
    details: 'not_allowed',
  });
  queue.poke();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([uploads, (await company.db.device.receipts.get(file.id))?.size]).toEqual([1, file.size]); // not tried again by itself

  await backend.db.query('update public.company_users set is_owner = true where company_id = $1', [company.ctx.companyId]);
  await retryUpload(company.db, file.id);
  queue.poke();
  await until(nothingWaits);
  expect([await objects(), await company.db.device.issues.count()]).toEqual([[file.path], 0]);
});

test('offline nothing is tried', async () => {
  await capture();
  leader({ isOnline: () => false }).start();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([uploads, await company.db.device.receipts.count()]).toEqual([0, 1]);
});

test('[SYNC-65] removing an uploaded receipt removes the stored object', async () => {
  const file = await capture();
  const queue = leader();
  queue.start();
  await until(nothingWaits);
  await removeReceipt(company.db, company.ctx, file.id);
  await removalTaken(file);
  queue.poke();
  await until(async () => (await objects()).length === 0);
  await until(async () => (await company.db.device.meta.count()) === 0);
  expect(await objects()).toEqual([]);
});

test('[SYNC-63] bytes wait for their record, and stay when it was deleted while they were on their way', async () => {
  const file = await takenIn();
  leader().start();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(uploads).toBe(0);
  faults = ['answer held'];
  await onServer(file); // wakes the queue
  await until(async () => letGo !== undefined);
  await backend.db.query('delete from public.files where id = $1', [file.id]);
  letGo?.();
  await until(async () => (await company.db.device.receipts.get(file.id))?.last_error === 'record_missing');
});

/** Whether this device has all records of the company, or had them in a database that the browser emptied since. */
async function loaded(isStillThere: boolean): Promise<void> {
  const token = isStillThere ? await company.db.rx.storageToken : 'of the emptied one';
  await company.db.device.sync_state.put({ ...freshSyncState(company.ctx.companyId, token), loaded: true });
}

test('[SYNC-65] bytes whose record is not on this device yet are kept, however old: a local database that was emptied is still loading', async () => {
  const file = await capture();
  await company.db.device.outbox.clear();
  await writeStored(company.db, 'files', new Map([[file.id, null]]));
  await company.db.device.receipts.update(file.id, { queued_at: new Date(Date.now() - 25 * 3_600_000).toISOString() });
  await loaded(false);
  const queue = leader();
  queue.start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([uploads, await company.db.device.receipts.count()]).toEqual([0, 1]);
  await writeStored(company.db, 'files', new Map([[file.id, file]]));
  await loaded(true);
  queue.poke();
  await until(nothingWaits);
  expect(await objects()).toEqual([file.path]);
});

test('[SYNC-63] on a full disk receipts still reach the server and leave the queue', async () => {
  const files = [await capture(), await capture()];
  const full = () => {
    throw new DOMException('no room left', 'QuotaExceededError');
  };
  const { receipts, cached_files } = company.db.device;
  receipts.hook('updating', full);
  cached_files.hook('creating', full);
  leader().start();
  await until(nothingWaits);
  expect([await objects(), uploads]).toEqual([files.map(({ path }) => path).sort(), 2]);
});

test('[SYNC-64] a second factor that is still owed is no refusal', async () => {
  await backend.db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $1, 'totp', 'verified', now(), now())`,
    [userId],
  );
  try {
    const file = await capture();
    leader().start();
    await until(async () => (await company.db.device.receipts.get(file.id))?.attempts === 1);
    expect(await company.db.device.receipts.get(file.id)).toMatchObject({ state: 'waiting', last_error: 'second_factor' });
    expect(await company.db.device.issues.count()).toBe(0);
  } finally {
    await backend.db.query('delete from auth.mfa_factors where user_id = $1', [userId]);
  }
});

test('[SYNC-65] the stored object goes when the server has taken the removal, and stays when the record comes back', async () => {
  const file = await capture();
  const queue = leader();
  queue.start();
  await until(nothingWaits);
  const synced = async () => {
    await company.db.device.outbox.clear();
    await writeStored(company.db, 'files', new Map([[file.id, file]]));
  };
  await synced();
  await removeReceipt(company.db, company.ctx, file.id);
  queue.poke();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await objects()).toEqual([file.path]); // it still waits: somebody may have changed the record meanwhile
  await synced();
  queue.poke();
  await until(async () => (await company.db.device.meta.count()) === 0);
  expect(await objects()).toEqual([file.path]);
  await removeReceipt(company.db, company.ctx, file.id);
  await company.db.device.outbox.clear();
  queue.poke();
  await until(async () => (await objects()).length === 0);
});

test('[SYNC-65] bytes that were still waiting are uploaded when the removal is refused, and go when it is taken', async () => {
  const file = await capture();
  const back = () => writeStored(company.db, 'files', new Map([[file.id, file]]));
  await back();
  await removeReceipt(company.db, company.ctx, file.id);
  const queue = leader();
  queue.start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([uploads, await company.db.device.receipts.count()]).toEqual([0, 1]);
  await company.db.device.outbox.clear();
  await back();
  queue.poke();
  await until(nothingWaits);
  await until(async () => (await company.db.device.meta.count()) === 0);
  expect(await objects()).toEqual([file.path]);
  await queue.stop(); // else it may be faster than the removal
  const other = await capture();
  await writeStored(company.db, 'files', new Map([[other.id, other]]));
  await removeReceipt(company.db, company.ctx, other.id);
  await removalTaken(other);
  leader().start();
  await until(nothingWaits);
  await until(async () => (await company.db.device.meta.count()) === 0);
  expect([await objects(), await company.db.device.issues.count()]).toEqual([[file.path], 0]);
});

/** An expense that the server knows, with a receipt; what the server says from then on is played by hand. */
async function syncedExpense() {
  const { db, ctx } = company;
  const values = { category_id: null, vendor_id: null, customer_id: null, description: 'Taxi', amount: 10, currency: 'EUR', tax_rate: 0 };
  const more = { tax_amount: 0, expense_date: '2026-01-30', is_billable: false, is_reimbursable: true, paid_on: null };
  const lifecycle = { number: null, status: 'pending', rejection_reason: '', decided_by: null, decided_at: null } as const;
  const origin = {
    recurring_expense_id: null,
    recurring_period: null,
    booked_at: null,
    reverses_expense_id: null,
    reversal_reason: '',
  } as const;
  const expense = {
    ...newRecord(ctx),
    ...values,
    ...more,
    ...lifecycle,
    ...origin,
    payment_method: 'card',
    created_by: ctx.userId,
  } as const;
  await writeStored(db, 'expenses', new Map([[expense.id, expense]]));
  const file = await capture(expense.id);
  await db.device.outbox.clear();
  const says = async (record: typeof expense | null, receipt: StoredFile | null) => {
    await writeStored(db, 'expenses', new Map([[expense.id, record]]));
    await writeStored(db, 'files', new Map([[file.id, receipt]]));
    await db.device.outbox.clear();
  };
  return { expense, file, says };
}
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 300));

test('[SYNC-65] a waiting receipt of a deleted expense is not uploaded, and is when the expense comes back', async () => {
  const { expense, file, says } = await syncedExpense();
  await deleteExpense(company.db, expense.id, company.ctx);
  leader().start();
  await aWhile();
  expect([uploads, await company.db.device.receipts.count()]).toEqual([0, 1]);
  await says(expense, file);
  await until(nothingWaits);
  await until(async () => (await company.db.device.meta.count()) === 0);
  expect(await objects()).toEqual([file.path]);
});

test('[SYNC-65] the objects and waiting bytes of a deleted expense go when the server has taken its deletion', async () => {
  const { expense, file, says } = await syncedExpense();
  const queue = leader();
  queue.start();
  await until(nothingWaits);
  await queue.stop();
  const waiting = await capture(expense.id);
  await company.db.device.outbox.clear();
  await deleteExpense(company.db, expense.id, company.ctx);
  leader().start();
  await aWhile();
  expect([await objects(), uploads]).toEqual([[file.path], 1]);
  await says(null, file); // taken; the pull that takes the receipts' records is still to come
  await aWhile();
  expect([await objects(), uploads]).toEqual([[file.path], 1]);
  await writeStored(company.db, 'files', new Map([file, waiting].map(({ id }) => [id, null])));
  await until(async () => (await objects()).length === 0);
  await until(async () => (await company.db.device.meta.count()) === 0);
  expect([await nothingWaits(), await company.db.device.cached_files.count(), uploads]).toEqual([true, 0, 1]);
});

test('[SYNC-65] while a person is asked about the expense that came back, the removal of its objects stays noted', async () => {
  const { expense, file, says } = await syncedExpense();
  const queue = leader();
  queue.start();
  await until(nothingWaits);
  await deleteExpense(company.db, expense.id, company.ctx);
  const issue = { ...newIssue(expense.id), mine: null, theirs: expense, base: expense };
  await company.db.device.issues.put(issue);
  await says(expense, file);
  queue.poke();
  await aWhile();
  expect([await objects(), await company.db.device.meta.count()]).toEqual([[file.path], 1]);
  await keepMine(company.db, issue);
  await says(null, null);
  queue.poke();
  await until(async () => (await objects()).length === 0);
});

const newIssue = (id: string) =>
  ({
    id: `expenses:${id}:mine`,
    key: `expenses:${id}`,
    company_id: company.ctx.companyId,
    collection: 'expenses',
    doc_id: id,
    kind: 'edited_there',
    fields: [],
    code: null,
    message: null,
    details: null,
    created_at: '2026-01-31T00:00:00.000Z',
  }) as const;
