import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Check } from './hosted-project.ts';

const UNSEEN = { faults: [], unseen: 'DATABASE_URL=postgresql://… of the project shows it' };
const versionsIn = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(`../../${folder}`, import.meta.url))).map((file) => file.split('_')[0] ?? '');
const VERSIONS = versionsIn('migrations');
const SUPERSEDED = versionsIn('superseded');

/** What a scheduler is to call, by a part of its command. */
const CALLS: Readonly<Record<string, string>> = {
  'private.generate_due': 'recurring items are not generated',
  prune_history: 'what nobody needs any more is not forgotten',
  'storage-prune': 'forgotten files stay',
  'receipt-verify': 'receipts that nobody looked at stay unchecked',
  'exchange-rates-update': 'no reference rates come in',
  'notifications-send': 'nobody hears of approvals and rejections outside the app',
};

export const cronCheck: Check = {
  name: 'cron',
  async run({ query }) {
    if (!query) return UNSEEN;
    const [found] = await query("select to_regclass('cron.job') is not null as has_cron");
    if (found?.['has_cron'] !== true) return { faults: ['pg_cron is not switched on: switch it on, then supabase db push.'] };
    const jobs = await query('select command, active from cron.job');
    const isCalled = (part: string): boolean => jobs.some(({ command, active }) => active === true && String(command).includes(part));
    return {
      faults: Object.entries(CALLS)
        .filter(([part]) => !isCalled(part))
        .map(([part, harm]) => `Nothing calls ${part} (cron.job): ${harm}.`),
    };
  },
};

export const migrationsCheck: Check = {
  name: 'migrations',
  async run({ query }) {
    if (!query) return UNSEEN;
    const [found] = await query("select to_regclass('supabase_migrations.schema_migrations') is not null as is_there");
    const known = found?.['is_there'] === true ? await query('select version from supabase_migrations.schema_migrations') : [];
    const done = new Set(known.map(({ version }) => String(version)));
    const missing = VERSIONS.filter((version) => !done.has(version));
    if (missing.length === 0) return { faults: [] };
    // A push would stop at the first table, or at versions that it doesn't know.
    const isEarlier = SUPERSEDED.some((version) => done.has(version));
    const step = isEarlier ? 'supabase/HOSTING.md, "A project from 0.15 or earlier".' : 'supabase db push.';
    return { faults: [`${missing.length} migrations are missing, from ${missing[0]} on: ${step}`] };
  },
};

export const rowsCheck: Check = {
  name: 'row rules',
  async run({ query }) {
    if (!query) return UNSEEN;
    const open = await query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1",
    );
    return { faults: open.map(({ relname }) => `Row level security is off for ${String(relname)}.`) };
  },
};
