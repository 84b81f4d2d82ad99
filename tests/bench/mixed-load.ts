import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { WebSocket } from 'ws';
import { LIVE_TABLES } from '#data/sync/live-channel.ts';
import type { Backend } from '#tests/support/backend.ts';

/** A person of the bench with a session, on one device. */
export type Device = {
  readonly token: string;
  readonly companyId: string;
  /** What it would pull from. */ state: PullState;
  /** News it heard. */ heard: number;
  close(): void;
};
type PullState = { epoch: string | null; access: string | null; mark: string | null; cursors: Readonly<Record<string, number>> };
type Answer = PullState & { collections: Record<string, { rows: unknown[]; cursor: number; more: boolean }> };
/** Times of one run, in milliseconds. */
export type MixedLoad = { readonly pulls: number[]; readonly pushes: number[]; readonly writes: number; readonly messages: number };

const COLLECTIONS = ['companies', 'members', 'expense_categories', 'vendors', 'customers', 'invoice_products', 'invoices', 'payments'];
const MORE = ['recurring_invoices', 'expenses', 'recurring_expenses', 'files', 'activity_log'];
const agent = new http.Agent({ keepAlive: true, maxSockets: 128 });

/** One call, without a client library: what is measured is the server. */
function call(backend: Backend, name: string, token: string, args: object): Promise<unknown> {
  const body = JSON.stringify(args);
  const headers = {
    apikey: backend.anonKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'accept-encoding': 'gzip',
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${backend.url}/rest/v1/rpc/${name}`, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const whole = Buffer.concat(parts);
        const text = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${name} answered ${response.statusCode}: ${text}`));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Asks for what is new, page by page. */
export async function pull(backend: Backend, device: Device): Promise<void> {
  const args = { p_company: device.companyId, p_state: device.state, p_limit: 500 };
  const { epoch, access, mark, collections } = (await call(backend, 'sync_pull', device.token, args)) as Answer;
  const cursors = Object.fromEntries(Object.entries(collections).map(([name, page]) => [name, page.cursor]));
  device.state = { epoch, access, mark, cursors };
  if (Object.values(collections).some(({ more }) => more)) await pull(backend, device);
}

/** Writes an expense. */
export async function push(backend: Backend, device: Device): Promise<void> {
  const id = randomUUID();
  const doc = { id, rev: id, description: 'Mixed load', amount: 12.5, currency: 'EUR', tax_rate: 19, tax_amount: 2 };
  const spent = { expense_date: '2026-06-15', payment_method: 'card' };
  const change = { collection: 'expenses', id, mutation_id: id, base_rev: null, op: 'upsert', doc: { ...doc, ...spent } };
  const answer = await call(backend, 'sync_push', device.token, { p_company: device.companyId, p_changes: [change] });
  const [result] = (answer as { results: { status: string }[] }).results;
  if (result?.status !== 'applied') throw new Error(`a push was refused: ${JSON.stringify(result)}`);
}

/** Joins the live channel as the app does; resolves when the server says that it is heard. */
function listen(backend: Backend, device: Device): Promise<WebSocket> {
  const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${backend.anonKey}&vsn=1.0.0`);
  const filter = `company_id=eq.${device.companyId}`;
  const postgres_changes = LIVE_TABLES.map((table) => ({ event: '*', schema: 'public', table, filter }));
  const payload = { config: { postgres_changes }, access_token: device.token };
  socket.on('open', () =>
    socket.send(JSON.stringify({ topic: 'realtime:shared-realtime', event: 'phx_join', payload, ref: '1', join_ref: '1' })),
  );
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const { event, payload: said } = JSON.parse(String(data as Buffer)) as { event: string; payload: { status?: string } };
      if (event === 'postgres_changes') device.heard += 1;
      if (event === 'system' && said.status === 'ok') resolve(socket);
      else if (event === 'system') reject(new Error(JSON.stringify(said)));
    });
  });
}

/** People of one company, each signed in on a device that has everything and listens. */
export async function openDevices(backend: Backend, companyId: string, count: number): Promise<Device[]> {
  const people = Array.from({ length: count }, () => randomUUID());
  await backend.db.query(
    "insert into auth.users (id, email) select id, id || '@bench.example' from jsonb_array_elements_text($1::jsonb) as p (text), lateral (select text::uuid as id) u",
    [JSON.stringify(people)],
  );
  await backend.db.query(
    'insert into public.company_users (company_id, user_id, is_admin) select $1, text::uuid, true from jsonb_array_elements_text($2::jsonb) as p (text)',
    [companyId, JSON.stringify(people)],
  );
  const secret = new TextEncoder().encode(backend.jwtSecret);
  const devices: Device[] = [];
  let ready: PullState | undefined;
  for (const sub of people) {
    const claims = { sub, role: 'authenticated', aud: 'authenticated', aal: 'aal1', email: `${sub}@bench.example` };
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setIssuedAt().setExpirationTime('1h').sign(secret);
    const cursors = Object.fromEntries([...COLLECTIONS, ...MORE].map((name) => [name, 0]));
    // All of them are admins: what one has, the others have.
    const state = ready ?? { epoch: null, access: null, mark: null, cursors };
    const device: Device = { token, companyId, state, heard: 0, close: () => undefined };
    await pull(backend, device);
    ready = device.state;
    const socket = await listen(backend, device);
    device.close = () => socket.terminate();
    devices.push(device);
  }
  return devices;
}

/**
 * Every device does something every two seconds, spread over them: one time in ten it writes, else it asks what is new. With `onNews` it also
 * asks when it hears something, as the app does.
 */
export async function mixedLoad(backend: Backend, devices: readonly Device[], { rounds, onNews }: { rounds: number; onNews: boolean }) {
  const load: MixedLoad & { writes: number } = { pulls: [], pushes: [], writes: 0, messages: 0 };
  const timed = async (into: number[], run: () => Promise<void>) => {
    const start = performance.now();
    await run();
    into.push(performance.now() - start);
  };
  for (const device of devices) device.heard = 0;
  let ended = false;
  const following = devices.map(async (device) => {
    let known = 0;
    while (onNews && !ended) {
      if (device.heard > known) {
        known = device.heard;
        await timed(load.pulls, () => pull(backend, device));
      } else await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await Promise.all(
      devices.map(async (device, i) => {
        await new Promise((resolve) => setTimeout(resolve, (i * 2000) / devices.length));
        if ((i + round) % 10 !== 0) return timed(load.pulls, () => pull(backend, device));
        load.writes += 1;
        return timed(load.pushes, () => push(backend, device));
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 2000 - (performance.now() - started))));
  }
  ended = true;
  await Promise.all(following);
  return { ...load, messages: devices.reduce((sum, { heard }) => sum + heard, 0) };
}
