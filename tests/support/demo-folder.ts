import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '#local/serve.ts';
import { silentLog } from '#local/server/log.ts';
import { readSettings } from '#local/settings.ts';

async function make(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-demo-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const settings = readSettings({ PORT: '0', SEED: 'demo', DATA_DIR: dataDir });
  const server = await serve({ settings, dist: folder, log: silentLog, now: () => new Date(), onDatabaseGone: () => undefined });
  await server.close();
  // It says which database it belongs to; a server on a copy would tell devices that it is another one.
  const marker = join(dataDir, 'kontor.json');
  const { inode: _inode, ...rest } = JSON.parse(readFileSync(marker, 'utf8')) as { inode?: string };
  writeFileSync(marker, JSON.stringify(rest));
  return dataDir;
}

let ofThisWorker: Promise<string> | undefined;

/** Puts there what a first start with the demo leaves. It is made once for all files of a worker: every start of its own takes some seconds of the processor. */
export async function copyDemo(dataDir: string): Promise<void> {
  ofThisWorker ??= make();
  cpSync(await ofThisWorker, dataDir, { recursive: true });
}
