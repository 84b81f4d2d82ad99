import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPglite } from '#local/db/pglite.ts';
import type { Query } from '#local/db/port.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { serve } from '#local/serve.ts';
import { silentLog } from '#local/server/log.ts';
import { readSettings } from '#local/settings.ts';
import { buildersFor } from '#tests/support/builders.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { copyDemo } from '#tests/support/demo-folder.ts';
import { insertAccounts } from '#tests/support/personas.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-ledger-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What the command says and ends with. */
function verified(env: Record<string, string>): Promise<{ code: number | null; out: string; err: string }> {
  const program = fileURLToPath(new URL('../../supabase/local/verify-ledger.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

const tampered = (query: Query, sql: string) => query(`set session_replication_role = replica`).then(() => query(sql));

describe('`npm run verify-ledger` on a data folder', () => {
  const folder = join(scratch, 'data');
  const env = { DATA_DIR: folder };
  let whileRunning: Awaited<ReturnType<typeof verified>>;
  beforeAll(async () => {
    await copyDemo(folder);
    const settings = readSettings({ PORT: '0', SEED: 'none', DATA_DIR: folder });
    const parts = { dist: scratch, log: silentLog, now: () => new Date(), onDatabaseGone: () => undefined };
    const server = await serve({ settings, ...parts });
    whileRunning = await verified(env);
    await server.close();
  });

  test('says that it can’t while the server runs, and where it can be asked then', () => {
    expect(whileRunning).toMatchObject({ code: 1, out: '', err: expect.stringContaining('While it runs, Settings → Ledger') });
  });

  test('says of each company how long its ledger is, and that nothing differs', async () => {
    const { code, out, err } = await verified(env);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(/Nordlicht Webdesign GmbH \(.*\): \d+ entries, last entry \d+ [0-9a-f]{64}\n {2}unbroken/);
    expect(out.match(/unbroken, and every record is what was booked/g)).toHaveLength(3);
  });

  test('names the first record of a company that differs, and ends with 1', async () => {
    const db = await openPglite({ dir: join(folder, 'db') });
    const { rows } = await db.query(
      `select l.seq, e.number, e.id from public.expenses e join public.ledger_entries l on l.record_id = e.id
       where e.company_id = $1 order by l.seq limit 2`,
      [NORDLICHT.id],
    );
    const [first, second] = rows;
    await tampered(
      db.query,
      `update public.expenses set description = description || '.' where id in ('${String(first?.['id'])}', '${String(second?.['id'])}')`,
    );
    await db.close();
    const { code, out } = await verified(env);
    expect(code).toBe(1);
    expect(out).toContain(
      `DIFFERS, entry ${String(first?.['seq'])}: expenses ${String(first?.['number'])} (${String(first?.['id'])}): the record is no longer what was booked`,
    );
    expect(out.match(/unbroken/g)).toHaveLength(2);
  });

  test('where there is none it says so, and makes none', async () => {
    const nowhere = join(scratch, 'nowhere');
    expect(await verified({ DATA_DIR: nowhere })).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no embedded database in'),
    });
  });
});

test.runIf(engines().includes('postgres'))('`npm run verify-ledger` checks the server of DATABASE_URL, while it is used', async () => {
  const db = await openTestDatabase('postgres');
  await insertAccounts(db.query);
  const build = buildersFor(db.query);
  const { id, company_id } = await build.issued();
  const env = { DATABASE_URL: String(db.url) };
  expect(await verified(env)).toMatchObject({ code: 0, out: expect.stringContaining('2 entries') });
  await db.transaction(async (query) => {
    await query('set local session_replication_role = replica');
    await query('update public.ledger_entries set sha256 = prev_sha256 where record_id = $1', [id]);
  });
  const { code, out } = await verified(env);
  expect([code, out]).toEqual([1, expect.stringContaining(`DIFFERS, entry 2: invoices`)]);
  expect(out).toContain(company_id);
  await db.close();
});
