import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPglite } from '#local/db/pglite.ts';
import type { Query } from '#local/db/port.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { seedStress } from '#local/seed/stress.ts';
import { serve } from '#local/serve.ts';
import { silentLog } from '#local/server/log.ts';
import { readSettings } from '#local/settings.ts';
import { testId } from '#tests/support/builders.ts';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { signIn } from '#tests/e2e/pages/sign-in.ts';
import { installProbe } from './probe.ts';
import { type Bench, type BenchRow, ceilingRow, comparisonRow } from './report.ts';
import { openStage } from './stage.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER_MS = 60_000;
const SERVER_MB = 300;
/** A picture of a receipt from a phone, made smaller by the app. */
const FILE_BYTES = 100_000;
const PATIENCE_MS = 600_000;
/** Longer is felt as a stop. */
const FRAME_MS = 200;
const HEAP_MB = 150;

/** As many issued invoices as asked for, copies of the demo's own with their lines, that nobody has paid. */
async function copyInvoices(query: Query, count: number): Promise<void> {
  const copies = `
    with source as (select i.id, row_number() over (order by i.number) - 1 as place, count(*) over () as of
      from public.invoices i where i.company_id = $1 and i.number is not null and i.cancels_id is null and i.cancelled_by_id is null
        and i.rev not like 'srv-copy-%')
    select s.id as source, md5('invoice' || n)::uuid as id, n from source s join generate_series(0, $2::int - 1) n on n % s.of = s.place`;
  await query(
    `insert into public.invoices select (jsonb_populate_record(null::public.invoices, to_jsonb(i) || jsonb_build_object('id', c.id,
       'number', 'COPY-' || c.n, 'number_year', null, 'number_seq', null, 'recurring_period', null, 'paid_total', 0, 'payment_status', 'unpaid', 'rev', 'srv-copy-' || c.n))).*
     from (${copies}) c join public.invoices i on i.id = c.source`,
    [NORDLICHT.id, count],
  );
  await query(
    `insert into public.invoice_items select (jsonb_populate_record(null::public.invoice_items, to_jsonb(t) || jsonb_build_object(
       'id', md5(t.id::text || c.n)::uuid, 'invoice_id', c.id))).*
     from (${copies}) c join public.invoice_items t on t.invoice_id = c.source`,
    [NORDLICHT.id, count],
  );
}

/** Bytes that do not pack, other ones for each number. */
function pictureOf(number: number): Buffer {
  const bytes = Buffer.alloc(FILE_BYTES);
  let state = number + 1;
  for (let at = 0; at + 4 <= FILE_BYTES; at += 4) bytes.writeInt32LE((state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0), at);
  return bytes;
}

/** A receipt for each of so many expenses, stored where the platform stores them. */
async function storeFiles(query: Query, dataDir: string, count: number): Promise<void> {
  const { rows } = await query(
    "select id::text from public.expenses where company_id = $1 and rev like 'srv-stress-%' order by id limit $2",
    [NORDLICHT.id, count],
  );
  const files: object[] = [];
  for (const [number, { id: expense }] of rows.entries()) {
    const [id, version, bytes] = [testId(0x1_000_000 + number), testId(0x2_000_000 + number), pictureOf(number)];
    const folder = join(dataDir, 'storage', 'objects', version.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, version), bytes);
    files.push({ id, expense, version, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  const each = `from jsonb_to_recordset($3::jsonb) as f (id uuid, expense uuid, version text, sha256 text)`;
  await query(
    `insert into storage.objects (bucket_id, name, version, owner_id) select 'uploads', $1::text || '/' || f.id || '.jpg', f.version, $2::text ${each}`,
    [NORDLICHT.id, DEMO_PEOPLE.demo.id, JSON.stringify(files)],
  );
  await query(
    `insert into public.files (id, company_id, expense_id, created_by, path, name, mime_type, size, sha256)
     select f.id, $1::uuid, f.expense, $2::uuid, $1::text || '/' || f.id || '.jpg', 'receipt.jpg', 'image/jpeg', ${FILE_BYTES}, f.sha256 ${each}`,
    [NORDLICHT.id, DEMO_PEOPLE.demo.id, JSON.stringify(files)],
  );
}

/** A data folder nobody works in. */
async function newFolder(seed: 'demo' | 'none'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-bench-export-'));
  const settings = readSettings({ PORT: '0', SEED: seed, DATA_DIR: folder });
  const server = await serve({ settings, dist: folder, log: silentLog, now: () => new Date(), onDatabaseGone: () => undefined });
  await server.close();
  return folder;
}

/** One with a company: half of the documents are expenses with a receipt, half issued invoices. */
async function filledFolder(documents: number): Promise<string> {
  const folder = await newFolder('demo');
  const db = await openPglite({ dir: join(folder, 'db') });
  const half = Math.round(documents / 2);
  await seedStress(db, half, { now: new Date() });
  await db.query('set session_replication_role = replica');
  await copyInvoices(db.query, half);
  await storeFiles(db.query, folder, half);
  await db.query('set session_replication_role = origin');
  await db.query('select private.carry_over_ledger()');
  await db.exec('analyze');
  await db.close();
  return folder;
}

/** The most memory that a process of Linux has had so far, in MB; 0 where nobody knows. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000;
}

/** What `npm run` gives to Node, its limits of memory with it. */
async function commandOf(script: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  return scripts[script]?.split(' ').slice(1) ?? [];
}

/** One with nobody in it but the person who takes the company in. */
async function emptyFolder(): Promise<string> {
  const folder = await newFolder('none');
  const db = await openPglite({ dir: join(folder, 'db') });
  await db.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
    DEMO_PEOPLE.demo.id,
    DEMO_PEOPLE.demo.email,
  ]);
  await db.close();
  return folder;
}

type Ran = { /** Milliseconds. */ readonly took: number; /** The most memory, in MB. */ readonly peak: number };

/** Runs a command of `package.json` on a data folder. */
async function ran(script: 'export' | 'import', folder: string, words: readonly string[]): Promise<Ran> {
  const started = performance.now();
  const child = spawn(process.execPath, [...(await commandOf(script)), ...words], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const watching = setInterval(() => void peakOf(child.pid).then((mb) => (peak = Math.max(peak, mb))), 100);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watching);
  if (code !== 0) throw new Error(`npm run ${script} ended with ${code}`);
  return { took: performance.now() - started, peak };
}

async function onServer(documents: number): Promise<BenchRow[]> {
  const [folder, target] = [await filledFolder(documents), await emptyFolder()];
  try {
    const file = join(folder, 'export.zip');
    const exported = await ran('export', folder, ['--company', NORDLICHT.name, file]);
    const { size } = await stat(file);
    const note = `${Math.round(documents / 2)} files of ${FILE_BYTES / 1000} kB, as many PDFs, ${Math.round(size / 1_000_000)} MB in all`;
    const imported = await ran('import', target, [file, '--owner', DEMO_PEOPLE.demo.email]);
    return [
      ceilingRow({ bench: 'export: on the server', value: exported.took, unit: 'ms', runs: 1, rows: documents, note }, SERVER_MS),
      ceilingRow({ bench: 'export: memory on the server, at most', value: exported.peak, unit: 'MB', runs: 1, rows: documents }, SERVER_MB),
      comparisonRow({
        bench: 'import: on the server, into an empty installation',
        value: imported.took,
        unit: 'ms',
        runs: 1,
        rows: documents,
      }),
      comparisonRow({ bench: 'import: memory on the server, at most', value: imported.peak, unit: 'MB', runs: 1, rows: documents }),
    ];
  } finally {
    for (const each of [folder, target]) await rm(each, { recursive: true, force: true });
  }
}

/** What a device writes offline: how long, the longest time between two frames, and what the script keeps in memory at most. */
async function* onDevice({ rows, builds }: Parameters<Bench['run']>[0]): AsyncGenerator<BenchRow> {
  const stage = await openStage(builds, rows);
  try {
    const page = await stage.device();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.context().addInitScript(installProbe);
    await page.context().addInitScript(() => Object.assign(globalThis, { showSaveFilePicker: undefined }));
    await signIn(page, stage.backend.url);
    await new Shell(page).chip.filter({ hasText: /All synced/ }).waitFor();
    await page.goto(`${stage.backend.url}/settings/export`);
    const button = page.getByRole('button', { name: 'Export from this device', exact: true });
    await button.waitFor();
    const cdp = await page.context().newCDPSession(page);
    const heap = async () => (await cdp.send('Runtime.getHeapUsage')).usedSize / 1_000_000;
    await page.context().setOffline(true);
    const before = await heap();
    let most = before;
    const delivered = page.waitForEvent('download');
    await page.evaluate(() => Object.assign(window, { watched: window.probe.frames() }));
    const started = performance.now();
    await button.click();
    const watching = setInterval(
      () =>
        void heap().then(
          (mb) => (most = Math.max(most, mb)),
          () => undefined,
        ),
      250,
    );
    const archive = await (await delivered).path();
    const took = performance.now() - started;
    clearInterval(watching);
    const gaps = await page.evaluate(() => (window as unknown as { watched: ReturnType<typeof window.probe.frames> }).watched.stop());
    const note = `${Math.round((await stat(archive)).size / 1_000_000)} MB`;
    yield comparisonRow({ bench: 'export: offline from a device', value: took, unit: 'ms', runs: 1, rows, note });
    yield ceilingRow(
      { bench: 'export: longest time between frames meanwhile', value: Math.max(...gaps), unit: 'ms', runs: 1, rows },
      FRAME_MS,
    );
    yield ceilingRow(
      { bench: 'export: memory of the page meanwhile, more than before', value: most - before, unit: 'MB', runs: 1, rows },
      HEAP_MB,
    );
  } finally {
    await stage.close();
  }
}

/** The whole company as one file: by the command on the server, and offline by a device. */
export const exportBench: Bench = {
  name: 'export',
  async *run(options) {
    yield* await onServer(options.rows);
    yield* onDevice(options);
  },
};
