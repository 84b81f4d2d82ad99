import { join } from 'node:path';
import type { Database } from '#local/db/port.ts';
import { createReceiptKeeper } from '#local/seed/demo-receipts.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStressInvoices } from '#local/seed/stress-invoices.ts';
import { seedStress } from '#local/seed/stress.ts';
import { createObjectStore } from '#local/storage/object-store.ts';
import type { Seed } from './settings.ts';

type Seeding = { readonly seed: Seed; readonly dataDir: string; readonly now: Date };

/** Fills a database that nobody has signed up to yet. */
export async function seedDatabase(db: Database, { seed, dataDir, now }: Seeding): Promise<void> {
  const { rows } = await db.query('select 1 from auth.users limit 1');
  if (rows.length > 0 || seed.kind === 'none') return;
  const receipts = createReceiptKeeper(await createObjectStore(join(dataDir, 'storage')));
  await seedDemo(db, { now, receipts });
  if (seed.kind !== 'stress') return;
  await seedStress(db, seed.rows, { now });
  await seedStressInvoices(db, seed.rows, { now });
}
