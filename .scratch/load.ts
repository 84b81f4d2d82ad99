import { spawn, execSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { readFileSync, readdirSync } from 'node:fs';
import http from 'node:http';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import process from 'node:process';
import { createClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { DEMO_PASSWORD } from '#local/seed/demo-people.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';

export type Server = { url: string; anonKey: string; jwtSecret: string; pid: number; db: number | null; stop(): void };
export async function serve(engine = 'pglite', rows = 2000, flags: string[] = []): Promise<Server> {
  const child = spawn(process.execPath, [...flags, new URL('./serve.ts', import.meta.url).pathname, engine, String(rows)], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...(process.env.PROF ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof-server' } : {}) } });
  const line = await new Promise<string>((r) => createInterface({ input: child.stdout! }).once('line', r));
  const info = JSON.parse(line);
  const kids = execSync(`ps -o pid= --ppid ${info.pid} || true`).toString().trim().split(/\s+/).filter(Boolean).map(Number);
  return { ...info, db: kids[0] ?? null, stop: () => child.stdin!.write('stop\n') };
}
export const cpuMs = (pid: number | null) => {
  if (!pid) return 0;
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(f[11]) + Number(f[12])) * 10;
};
export const pct = (v: number[], p: number) => v.toSorted((a, b) => a - b)[Math.max(0, Math.ceil((p / 100) * v.length) - 1)] ?? NaN;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
export function rpc(s: Server, name: string, token: string, body: unknown): Promise<{ status: number; text: string; ms: number }> {
  const t = performance.now();
  const data = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const req = http.request(`${s.url}/rest/v1/rpc/${name}`, { method: 'POST', agent, headers: { apikey: s.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-encoding': 'gzip, br', 'content-length': Buffer.byteLength(data) } }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (d) => parts.push(d));
      res.on('end', () => { const raw = Buffer.concat(parts); const enc = res.headers['content-encoding']; resolve({ status: res.statusCode!, text: (enc === 'br' ? brotliDecompressSync(raw) : enc === 'gzip' ? gunzipSync(raw) : raw).toString(), ms: performance.now() - t }); });
    });
    req.on('error', reject);
    req.end(data);
  });
}
export async function signIn(s: Server, email = 'demo@example.com') {
  const client = createClient(s.url, s.anonKey, { auth: { persistSession: false, autoRefreshToken: false }, realtime: { transport: WebSocket as never } });
  const { data, error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  if (error) throw error;
  return { client, token: data.session.access_token };
}
export async function heads(s: Server, token: string) {
  const names = ['companies','members','expense_categories','vendors','customers','products','invoices','payments','recurring_invoices','expenses','recurring_expenses','files','activity_log'];
  let state: any = { epoch: null, access: null, mark: null, cursors: Object.fromEntries(names.map((n) => [n, 0])) };
  for (;;) {
    const { text } = await rpc(s, 'sync_pull', token, { p_company: NORDLICHT.id, p_state: state, p_limit: 1000 });
    const a = JSON.parse(text);
    if (!a.collections) throw new Error(text);
    state = { epoch: a.epoch, access: a.access, mark: a.mark, cursors: Object.fromEntries(Object.entries<any>(a.collections).map(([k, v]) => [k, v.cursor])) };
    if (!Object.values<any>(a.collections).some((c) => c.more)) return state;
  }
}
export { NORDLICHT };
