import type { Database } from '#local/db/port.ts';
import type { ServiceDeps } from '#local/server/service-deps.ts';

type Deps = Pick<ServiceDeps, 'db' | 'now' | 'log'>;
type DailyDeps = Deps & {
  /** Verifies what was uploaded, and deletes what no record names any more. */ readonly tendStorage?: () => Promise<void>;
  /** Makes the backup of the day if it is due; asked every hour. */ readonly backUp?: () => Promise<void>;
};
export type GenerationTimer = { /** Ends it once the company at work is done. */ stop(): Promise<void> };

/** Companies have their own midnight; nobody should wait long for it. */
const EVERY_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

async function generateCompany(db: Database, company: unknown, at: string): Promise<number> {
  let total = 0;
  // It stops after a few seconds, so that the company's devices get in between.
  for (let made = 1; made > 0; total += made) {
    const { rows } = await db.query('select private.generate_company_due($1, $2) as made', [company, at]);
    made = Number(rows[0]?.['made']);
  }
  return total;
}

/** Generates what is due in all companies, each in a transaction of its own; what hosted Supabase's pg_cron does with `private.generate_due`. */
export async function generateDue({ db, now, log }: Deps, isStopped: () => boolean = () => false): Promise<void> {
  const at = now().toISOString();
  const { rows } = await db.query('select private.companies_due($1) as company', [at]);
  for (const { company } of rows) {
    if (isStopped()) return;
    try {
      const made = await generateCompany(db, company, at);
      if (made > 0) log.info('recurring items generated', { company: String(company), made });
    } catch (error) {
      // The text of the failure may quote what a customer typed.
      const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
      log.error('recurring items not generated', { company: String(company), code });
    }
  }
}

/** Forgets mutation ids and attempts that are too old to matter, companies whose end has come, and bytes that nothing names; hosted, pg_cron and a scheduler do it every night. */
async function prune({ db, log, tendStorage }: DailyDeps): Promise<void> {
  await db.query('select public.prune_history()').catch(() => log.error('history not pruned'));
  await db.query('select public.purge_companies()').catch(() => log.error('companies not purged'));
  await tendStorage?.().catch(() => log.error('storage not tended'));
}

/** Counts what the planner goes by: the embedded engine never does so on its own, and gets slower as its tables grow. */
const countRows = ({ db, log }: Deps): Promise<void> => db.exec('analyze').catch(() => log.error('statistics not renewed'));

/** Whether a duty is due again; notes it as done when it is. */
function everySoOften(ms: number): (at: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (at) => {
    if (at - last < ms) return false;
    last = at;
    return true;
  };
}

/** Generates at once, which makes up for the time the server was off, and then every five minutes. */
export function startGenerationTimer(deps: DailyDeps, everyMs = EVERY_MS): GenerationTimer {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  const [isPruningDue, isCountingDue] = [everySoOften(DAY_MS), everySoOften(HOUR_MS)];
  const tick = (): void => {
    const at = deps.now().getTime();
    const [prunes, counts] = [isPruningDue(at), isCountingDue(at)];
    running = generateDue(deps, () => isStopped)
      .catch(() => deps.log.error('recurring items not generated'))
      .then(() => (prunes && !isStopped ? prune(deps) : undefined))
      .then(() => (counts && !isStopped ? countRows(deps) : undefined))
      .then(() => (counts && !isStopped ? deps.backUp?.() : undefined))
      .then(() => {
        if (!isStopped) timer = setTimeout(tick, everyMs).unref();
      });
  };
  tick();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
