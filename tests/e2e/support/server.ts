import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { askForBackup } from '#local/backup/backup-endpoint.ts';
import { keepBackup } from '#local/backup/keep-backup.ts';
import { restoreBackup } from '#local/backup/restore-backup.ts';
import { loadKeys } from '#local/keys.ts';
import { listMails } from '#local/mail/mailbox.ts';
import type { StoredMail } from '#local/mail/mailer.ts';
import { DEMO_PASSWORD } from '#local/seed/demo-people.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type TestServer = {
  readonly url: string;
  /** Sees everything, beyond any person's rights. */
  readonly admin: SupabaseClient;
  /** Sees and does what that person of the demo may. */
  as(email: string): Promise<SupabaseClient>;
  /** The embedded database's folder, for who has the whole machine while the server stands still. */
  readonly database: string;
  mailsTo(address: string): Promise<StoredMail[]>;
  /** Ends the process; the address and the data stay. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** From here on nobody is answered, nor refused, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Backs the running server up, as `npm run backup` does. */
  backUp(file: string): Promise<void>;
  /** Puts a backup into the place of the data, as `npm run restore` does, while it is stopped. */
  restore(file: string): Promise<void>;
};

export type OpenServer = TestServer & { remove(): Promise<void> };

/** A server of its own on a copy of the demo. */
export async function openServer({ dist }: { dist?: string } = {}): Promise<OpenServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-e2e-'));
  cpSync(process.env['KONTOR_E2E_TEMPLATE'] ?? '', dataDir, { recursive: true });
  const options = { dataDir, seed: 'none' as const, ...(dist ? { dist } : {}) };
  let running: ServerProcess | null = await startServerProcess(options);
  const { url } = running;
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = null;
  };
  return {
    url,
    database: join(dataDir, 'db'),
    admin: createClient(url, loadKeys(dataDir, new Date()).serviceRoleKey, { auth: { persistSession: false } }),
    async as(email) {
      const client = createClient(url, loadKeys(dataDir, new Date()).anonKey, { auth: { persistSession: false } });
      const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
      if (error) throw error;
      return client;
    },
    mailsTo: async (address) => (await listMails(dataDir)).filter(({ to }) => to === address),
    stop,
    async start() {
      running ??= await startServerProcess({ ...options, port: Number(new URL(url).port) });
    },
    freeze: () => running?.freeze(),
    thaw: () => running?.thaw(),
    async backUp(file) {
      await keepBackup(await askForBackup(url, loadKeys(dataDir, new Date()).serviceRoleKey), file);
    },
    async restore(file) {
      rmSync(dataDir, { recursive: true });
      await restoreBackup(file, { dataDir, databaseUrl: null });
    },
    async remove() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
