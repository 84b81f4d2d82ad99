import { filter, firstValueFrom, skip } from 'rxjs';
import { type CompanyDatabase, companyDatabaseName } from '#data/core/company-database.ts';
import { closeCompanyDatabase, openCompanyDatabase } from '#data/core/open-company-database.ts';
import { deleteDatabase } from '#data/core/storage.ts';
import { listStoredIds, readStored, writeStored } from '#data/core/stored.ts';
import { deviceDatabaseName } from '#data/device/device-database.ts';
import { createSyncEngine } from '#data/sync/engine.ts';
import { createRpcTransport, type RpcClient, type SyncTransport } from '#data/sync/transport.ts';
import { supabaseClient } from '#platform/supabase/client.ts';

/** The demo's first company, which `seedStress` fills. */
export type Target = { readonly userId: string; readonly companyId: string };
export type OpenCompany = { readonly target: Target; readonly db: CompanyDatabase; readonly transport: SyncTransport };

let open: OpenCompany | null = null;

/** The company that is open in this page. */
export function company(): OpenCompany {
  if (!open) throw new Error('no company is open');
  return open;
}

export async function signIn(email: string, password: string): Promise<string> {
  const { data, error } = await (await supabaseClient()).auth.signInWithPassword({ email, password });
  if (error) throw error;
  return data.user.id;
}

/** Opens the company on a device that has nothing of it. */
export async function openEmpty(target: Target): Promise<OpenCompany> {
  await forget();
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const stale = names.filter((name) => name.includes(companyDatabaseName(target)) || name === deviceDatabaseName(target.userId));
  await Promise.all(stale.map(deleteDatabase));
  const transport = createRpcTransport((await supabaseClient()) as unknown as RpcClient, target.userId);
  open = { target, db: await openCompanyDatabase(target), transport };
  return open;
}

async function forget(): Promise<void> {
  const before = open;
  open = null;
  if (before) await closeCompanyDatabase(before.target);
}

/** Runs the real engine until it has nothing left to say or hear. There must be something, or it never begins to work. */
export async function synchronise({ db, transport }: OpenCompany): Promise<void> {
  const failures: unknown[] = [];
  const engine = createSyncEngine({ db, transport, random: Math.random, onFailure: (error) => failures.push(error) });
  const settled = firstValueFrom(
    engine.state$.pipe(
      skip(1),
      filter(({ activity }) => activity !== 'syncing'),
    ),
  );
  engine.start();
  const { activity, reason } = await settled;
  await engine.stop();
  if (activity !== 'idle') throw new Error(`the engine stopped (${activity}, ${reason}): ${String(failures[0])}`);
}

let touches = 0;

/** Changes one record, so that no list of the collection is answered from memory. */
export async function touch(name: 'expenses' | 'invoices'): Promise<void> {
  const { db } = company();
  const [id = ''] = await listStoredIds(db, name, '', 1);
  const record = (await readStored(db, name, [id])).get(id);
  if (record) await writeStored(db, name, new Map([[id, { ...record, rev: `bench-${(touches += 1)}` }]]));
}
