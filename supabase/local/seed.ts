import { join } from 'node:path';
import type { Database } from '#local/db/port.ts';
import { createReceiptKeeper } from '#local/seed/demo-receipts.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStressInvoices } from '#local/seed/stress-invoices.ts';
import { seedStress } from '#local/seed/stress.ts';
import { createObjectStore } from '#local/storage/object-store.ts';
import type { Settings } from './settings.ts';

/** Fills a database that nobody has signed up to yet: with the demo companies unless `SEED` asks for something else. */
export async function seedDatabase(db: Database, { seed: wish, dataDir }: Pick<Settings, 'seed' | 'dataDir'>, now: Date): Promise<void> {
  const { rows } = await db.query('select 1 from auth.users limit 1');
  if (rows.length > 0 || wish?.kind === 'none') return;
  const receipts = createReceiptKeeper(await createObjectStore(join(dataDir, 'storage')));
  await seedDemo(db, { now, receipts });
  if (wish?.kind !== 'stress') return;
  await seedStress(db, wish.rows, { now });
  await seedStressInvoices(db, wish.rows, { now });
}
