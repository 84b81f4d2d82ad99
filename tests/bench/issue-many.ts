import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { pushDrafts } from '#tests/support/pushed-drafts.ts';
import { signedInDevice } from './app.ts';
import { type Bench, ceilingRow, comparisonRow } from './report.ts';
import { openStage, PERSON, type Stage, TARGET } from './stage.ts';

const MANY = 50;
const RUNS = 3;
/** Some seconds each even where the machine is busy; a row that never comes is told sooner. */
const ISSUE_MS = 300_000;
const STEP_MS = 30_000;
const NAME = 'Sammelkunde GmbH';

/** Issues so many drafts together and answers how long the longest task of the main thread was, from the press until all have their number; 0 where none took 50 ms. */
async function issued(page: Page, stage: Stage, { customerId, count }: { customerId: string; count: number }) {
  const client = createClient(stage.backend.url, stage.backend.anonKey, { auth: { persistSession: false } });
  const { error } = await client.auth.signInWithPassword(PERSON);
  if (error) throw error;
  await pushDrafts(client, { companyId: TARGET.companyId, userId: DEMO_PEOPLE.demo.id, customerId, count });
  await page.goto(`${stage.backend.url}/finance/invoices?status=draft&q=${encodeURIComponent(NAME)}`);
  // All of them are there before all are chosen: what arrives later is not.
  await page
    .getByRole('main')
    .getByText(count === 1 ? '1 entry' : `${count} entries`)
    .waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const toolbar = page.getByRole('toolbar', { name: 'Selected records' });
  await toolbar.getByText(`${count} selected`).waitFor();
  await toolbar.getByRole('button', { name: 'Issue …' }).click();
  const dialog = page.getByRole('dialog');
  const start = dialog.getByRole('button', { name: `Issue ${count} invoice`, exact: false });
  await start.waitFor();
  const pressed = await page.evaluate(() => window.probe.now());
  await start.click();
  await dialog.getByRole('status').getByText(`${count} issued.`).waitFor({ timeout: ISSUE_MS });
  const found = await page.evaluate((since) => ({ task: window.probe.longestTask(since), took: window.probe.now() - since }), pressed);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  return found;
}

/** Fifty drafts issued together in the built app: whether the screen stays with the person who watches it. */
export const issueManyBench: Bench = {
  name: 'issue-many',
  async *run({ builds }) {
    const stage = await openStage(builds, 100);
    try {
      const page = await signedInDevice(stage);
      page.setDefaultTimeout(STEP_MS);
      const customerId = crypto.randomUUID();
      const address = ['Speicherallee', '4', '20457', 'Hamburg', 'DE'];
      await stage.backend.db.query(
        `insert into public.customers (id, company_id, name, street, house_number, postal_code, city, country) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [customerId, TARGET.companyId, NAME, ...address],
      );
      let [one, many, took] = [0, 0, 0];
      for (let run = 0; run < RUNS; run += 1) {
        one = Math.max(one, (await issued(page, stage, { customerId, count: 1 })).task);
        const all = await issued(page, stage, { customerId, count: MANY });
        [many, took] = [Math.max(many, all.task), Math.max(took, all.took)];
      }
      const row = { unit: 'ms', runs: RUNS, rows: MANY } as const;
      yield ceilingRow(
        {
          ...row,
          bench: 'issuing 50 at once: longest task of the main thread, beyond that of issuing one',
          value: Math.max(0, many - one),
          note: `longest ${many.toFixed(0)} ms, of one ${one.toFixed(0)} ms`,
        },
        200,
      );
      yield comparisonRow({ ...row, bench: 'issuing 50 at once: until all have their number, worst', value: took });
    } finally {
      await stage.close();
    }
  },
};
